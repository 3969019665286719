// Did removal work? What is left of dependence, and what is lost of the other features.
import { dotPlot } from '../charts/dot_plot.js';
import { section } from '../dom.js';
import { visible } from '../names.js';
import { count, fixed } from '../numbers.js';
import { sortableTable } from '../table.js';
import { facts, heading, kindsNote, methodsSection, provenanceSection, rowsNote, topFigure, warning } from './shared.js';

const floored = (dependence) => Math.max(0, dependence);
// How well the others predict the feature, or it one of them, whichever is more.
const leftBy = (remover) => Math.max(remover.residual_dependence, remover.pairwise_dependence);
const raw = (feature) => Math.max(feature.raw_dependence, feature.raw_pairwise_dependence);
const diagnosisBy = (feature, name) => feature.removers.find((remover) => remover.name === name);
const left = (feature) => floored(leftBy(diagnosisBy(feature, feature.prefer)));

// Where most is left first.
function diagnosedFeatures({ features }) {
  const rows = features.map((feature) => ({ ...feature, shown: visible(feature.name), searched: feature.name.toLocaleLowerCase(), left: left(feature) }));
  return rows.sort((a, b) => b.left - a.left);
}

const dependenceBy = ({ removers }) => [
  { title: 'as they are', value: (row) => floored(raw(row)) },
  ...removers.map(({ name }) => ({ title: `freed by ${name}`, value: (row) => floored(leftBy(diagnosisBy(row, name))) })),
];
const keptBy = ({ removers }) => removers.map(({ name }) => ({ title: `freed by ${name}`, value: (row) => diagnosisBy(row, name).kept_mean }));

function dots(rows, { series, xTitle, domain, ...parts }) {
  return topFigure({
    ...parts, total: rows.length, description: parts.title,
    spec: (shown, layout) => dotPlot({ items: rows.slice(0, shown), series, xTitle, domain }, layout),
  });
}

function chartSection(rows, result) {
  return section('dependence', 'Residual dependence and distortion',
    dots(rows, {
      title: 'Residual dependence', fileName: 'umfi-residual-dependence', series: dependenceBy(result), domain: [0, 1], xTitle: 'How well the others predict the feature, or it one of them',
      caption: 'Out-of-bag R² of a forest that predicts the feature from all others (for categories: accuracy, from the null model to 1), or the share of one of them that follows the feature, whichever is more. 0 is perfect; noise below it is shown as 0.',
    }),
    dots(rows, {
      title: 'What the other features keep', fileName: 'umfi-kept', series: keptBy(result), domain: [0, 1], xTitle: 'Kept of the other features, mean',
      caption: 'Maximal information coefficient between a feature and its freed version, mean over the others: 1 means that nothing is lost.',
    }));
}

function tableSection(rows, { removers }) {
  const number = (title, value, hint, width = 96) => ({ title, value, show: fixed(3), width, hint });
  const text = (title, value, width) => ({ title, value, isText: true, width });
  const columns = [
    text('Feature', (row) => row.shown, 200),
    number('Raw', raw, 'dependence on the others as they are'),
    ...removers.map(({ name, title }) => number(name, (row) => leftBy(diagnosisBy(row, name)), `left after ${title}`)),
    ...removers.map(({ name }) => number(`Kept, ${name}`, (row) => diagnosisBy(row, name).kept_mean, 'what the others keep, mean', 108)),
    text('Verdict', (row) => row.verdict, 300),
    ...removers.map(({ name }) => text(`Most distorted, ${name}`, (row) => visible(diagnosisBy(row, name).worst_column ?? '–'), 180)),
  ];
  const filters = [{ label: 'all features', test: () => true },
    ...removers.map(({ name }) => ({ label: `${name} preferred`, test: (row) => row.prefer === name })),
    { label: 'much is left by the preferred remover (above 0.2)', test: (row) => row.left > 0.2 }];
  return section('table', 'All features', sortableTable({ caption: 'All features', columns, rows, searched: (row) => row.searched, filters, sortBy: 1, descending: true }));
}

export function diagnosePage({ result, details }) {
  const rows = diagnosedFeatures(result);
  const mean = (value) => fixed(2)(rows.reduce((sum, row) => sum + value(row), 0) / rows.length);
  return [
    heading('Did the removal of dependence work?', details.question),
    facts([['features', count(rows.length), kindsNote(result)], ['rows', count(result.rows), rowsNote(result)],
      ...dependenceBy(result).map(({ title, value }) => [`mean dependence, ${title}`, mean(value)])], 'key-facts'),
    ...details.warnings.map((text) => warning(visible(text))),
    chartSection(rows, result),
    tableSection(rows, result),
    methodsSection(details),
    provenanceSection(result.options, details, result.version),
  ];
}

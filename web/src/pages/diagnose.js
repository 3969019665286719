// Did removal work? What is left of dependence, and what is lost of the other features.
import { dotPlot } from '../charts/dot_plot.js';
import { section } from '../dom.js';
import { visible } from '../names.js';
import { count, fixed } from '../numbers.js';
import { sortableTable } from '../table.js';
import { facts, heading, methodsSection, provenanceSection, topFigure, warning } from './shared.js';

const floored = (dependence) => Math.max(0, dependence);
// What the others know about the feature, or it about one of them, whichever is more.
const leftBy = (remover) => Math.max(remover.residual_dependence, remover.pairwise_dependence);
const raw = (feature) => Math.max(feature.raw_dependence, feature.raw_pairwise_dependence);
const left = (feature) => floored(leftBy(feature[feature.prefer] ?? feature.lr));

// Where most is left first.
function diagnosedFeatures({ features }) {
  const rows = features.map((feature) => ({ ...feature, shown: visible(feature.name), searched: feature.name.toLocaleLowerCase(), left: left(feature) }));
  return rows.sort((a, b) => b.left - a.left);
}

const dependence = [
  { title: 'as they are', value: (row) => floored(raw(row)) },
  { title: 'freed by lr', value: (row) => floored(leftBy(row.lr)) },
  { title: 'freed by ot', value: (row) => floored(leftBy(row.ot)) },
];
const kept = [
  { title: 'freed by lr', value: (row) => row.lr.kept_mean },
  { title: 'freed by ot', value: (row) => row.ot.kept_mean },
];

function dots(rows, { series, xTitle, domain, ...parts }) {
  return topFigure({
    ...parts, total: rows.length, description: parts.title,
    spec: (shown, layout) => dotPlot({ items: rows.slice(0, shown), series, xTitle, domain }, layout),
  });
}

function chartSection(rows) {
  return section('dependence', 'What is left, and what is kept',
    dots(rows, {
      title: 'Residual dependence', fileName: 'umfi-residual-dependence', series: dependence, domain: [0, 1], xTitle: 'What the others know about the feature, or it about one of them',
      caption: 'Out-of-bag R² of a forest that predicts the feature from all others (for categories: accuracy, from the null model to 1), or the share of one of them that follows the feature, whichever is more. 0 is perfect; noise below it is shown as 0.',
    }),
    dots(rows, {
      title: 'What the other features keep', fileName: 'umfi-kept', series: kept, domain: [0, 1], xTitle: 'Kept of the other features, mean',
      caption: 'Maximal information coefficient between a feature and its freed version, mean over the others: 1 means that nothing is lost.',
    }));
}

function tableSection(rows) {
  const number = (title, value, hint, width = 96) => ({ title, value, show: fixed(3), width, hint });
  const text = (title, value, width) => ({ title, value, isText: true, width });
  const columns = [
    text('Feature', (row) => row.shown, 200),
    number('Raw', raw, 'dependence on the others as they are'),
    number('lr', (row) => leftBy(row.lr), 'left after linear regression'),
    number('ot', (row) => leftBy(row.ot), 'left after optimal transport'),
    number('Kept, lr', (row) => row.lr.kept_mean, 'what the others keep, mean', 108),
    number('Kept, ot', (row) => row.ot.kept_mean, 'what the others keep, mean', 108),
    text('Verdict', (row) => row.verdict, 300),
    text('Most distorted, lr', (row) => visible(row.lr.worst_column ?? '–'), 180),
    text('Most distorted, ot', (row) => visible(row.ot.worst_column ?? '–'), 180),
  ];
  const filters = [{ label: 'all features', test: () => true }, { label: 'lr preferred', test: (row) => row.prefer === 'lr' },
    { label: 'ot preferred', test: (row) => row.prefer === 'ot' }, { label: 'much is left by the better remover (above 0.2)', test: (row) => row.left > 0.2 }];
  return section('table', 'All features', sortableTable({ caption: 'All features', columns, rows, searched: (row) => row.searched, filters, sortBy: 1, descending: true }));
}

export function diagnosePage({ result, details }) {
  const rows = diagnosedFeatures(result);
  const mean = (value) => fixed(2)(rows.reduce((sum, row) => sum + value(row), 0) / rows.length);
  return [
    heading('Did the removal of dependence work?', details.question),
    facts([['features', count(rows.length)], ['rows', count(result.rows)], ['mean dependence, raw', mean(dependence[0].value)],
      ['mean, freed by lr', mean(dependence[1].value)], ['mean, freed by ot', mean(dependence[2].value)]], 'key-facts'),
    ...details.warnings.map((text) => warning(visible(text))),
    chartSection(rows),
    tableSection(rows),
    methodsSection(details),
    provenanceSection(result.options, details, result.version),
  ];
}

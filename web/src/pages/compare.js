// Importance methods side by side.
import { methodPanels } from '../charts/method_panels.js';
import { element, section } from '../dom.js';
import { shortened, visible } from '../names.js';
import { count, counted, fixed, percent } from '../numbers.js';
import { sortableTable } from '../table.js';
import { facts, heading, kindsNote, methodsSection, provenanceSection, rowsNote, topFigure, warning } from './shared.js';

// One row per feature, in the order of the first method.
function comparedFeatures({ methods }) {
  const rows = methods[0].result.features.map(({ name }, index) => ({
    name, shown: visible(name), searched: name.toLocaleLowerCase(),
    shares: methods.map((method) => method.shares[index]), ranks: methods.map((method) => method.ranks[index]),
    scores: methods.map((method) => method.result.features[index].score),
  }));
  return rows.sort((a, b) => a.ranks[0] - b.ranks[0]);
}

function chartSection(methods, rows) {
  const names = methods.map((method) => method.name);
  return section('comparison', 'Methods side by side', topFigure({
    title: 'Importance by method', fileName: 'umfi-comparison', total: rows.length,
    spec: (shown, layout) => methodPanels({ items: rows.slice(0, shown), methods: names }, layout),
    description: `Importance by ${counted(names.length, 'method')}, as a share of the method's total`,
    caption: `Percent of each method's total, scores below 0 counting as 0. Features in the order of ${names[0]}.`,
  }));
}

// Shaded by strength; the sign is in the number and in the side of the shade.
function agreementCell(tau) {
  const cell = element('td', { class: tau < 0 ? 'number against' : 'number with' }, fixed(2)(tau));
  cell.style.setProperty('--strength', `${Math.round(Math.min(1, Math.abs(tau)) * 100)}%`);
  return cell;
}

function agreementSection({ methods, agreement }) {
  const headings = methods.map((method) => element('th', { scope: 'col' }, method.name));
  const rows = agreement.map((row, index) => element('tr', {}, element('th', { scope: 'row' }, methods[index].name), row.map(agreementCell)));
  return section('agreement', 'Agreement of the methods',
    element('div', { class: 'wide', tabindex: 0, role: 'region', 'aria-label': 'Agreement of the methods' }, element('table', { class: 'matrix' },
      element('caption', {}, 'Kendall’s tau between the scores of two methods: 1 is the same order, −1 the reverse.'),
      element('thead', {}, element('tr', {}, element('td'), headings)), element('tbody', {}, rows))));
}

function tableSection(methods, rows) {
  const columns = [{ title: 'Feature', value: (row) => row.shown, isText: true, width: 200 }];
  methods.forEach(({ name }, index) => columns.push(
    { title: name, value: (row) => row.shares[index], show: percent, width: 128, hint: `share of the total of ${name}` },
    { title: 'rank', value: (row) => row.ranks[index], width: 76, hint: `rank by ${name}` }));
  const filters = [{ label: 'all features', test: () => true },
    { label: 'among the first 10 of any method', test: (row) => row.ranks.some((rank) => rank <= 10) },
    { label: 'among the first 10 of every method', test: (row) => row.ranks.every((rank) => rank <= 10) }];
  return section('table', 'All features', sortableTable({
    caption: 'All features', columns, rows, searched: (row) => row.searched, filters: rows.length > 10 ? filters : [], sortBy: 2,
  }));
}

export function comparePage({ result, details }) {
  const rows = comparedFeatures(result);
  const first = result.methods[0].result;
  const names = result.methods.map((method) => method.name);
  const { method: _method, remove: _remove, ...common } = first.options;
  const questions = result.methods.map(({ name, question }) => [name, question]);
  return [
    heading(`Importance for ${shortened(visible(first.options.target), 60)}, by ${counted(result.methods.length, 'method')}`, details.question),
    facts([['features', count(rows.length), kindsNote(first)], ['rows', count(first.rows), rowsNote(first)], ['all features together', fixed(3)(first.full), `null model ${fixed(3)(first.null)}`]], 'key-facts'),
    ...details.warnings.map((text) => warning(visible(text))),
    chartSection(result.methods, rows),
    section('questions', 'Which question each method answers', facts(questions, 'questions')),
    agreementSection(result),
    tableSection(result.methods, rows),
    methodsSection(details),
    provenanceSection({ methods: names, ...common }, details, result.version),
  ];
}

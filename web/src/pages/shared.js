// Parts that pages of several kinds have.
import { figure } from '../chart.js';
import { copyButton, element, section } from '../dom.js';
import { visible } from '../names.js';
import { count } from '../numbers.js';
import { versions } from '../view.js';

// What was understood of an option's name.
const spelled = (key) => visible(key).replaceAll('_', ' ');

function spelledValue(value) {
  if (value === null || value === undefined || value === '') return '–';
  if (Array.isArray(value)) return value.length ? value.map((one) => visible(String(one))).join(', ') : 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return visible(String(value));
}

// Titles with a text and perhaps a note, as a list that reads well aloud.
export function facts(pairs, kind) {
  return element('dl', { class: kind },
    pairs.map(([title, text, note]) => element('div', {}, element('dt', {}, title), element('dd', {}, text, note && element('small', {}, note)))));
}

export const settings = (options) => facts(Object.entries(options).map(([key, value]) => [spelled(key), spelledValue(value)]), 'settings');

export function heading(title, ...lead) {
  document.title = `${title} – umfi report`;
  return element('header', {}, element('p', { class: 'brand' }, 'umfi report'), element('h1', {}, title), element('p', { class: 'lead' }, lead));
}

// The kinds of the features, "5 numeric, 2 categorical"; nothing where the result does not say.
export function kindsNote({ data }) {
  const kinds = data?.kinds ?? [];
  const names = [...new Set(kinds)];
  return names.map((name) => `${count(kinds.filter((kind) => kind === name).length)} ${name}`).join(', ');
}

// How many rows were given, where not all of them were used.
export const rowsNote = ({ rows, data }) => (data && data.given_rows > rows ? `of ${count(data.given_rows)} given` : '');

export const warning = (text) => element('p', { class: 'warning', role: 'note' }, element('strong', {}, 'Note: '), text);

const firstShown = (total) => Math.min(30, total);

const shownLine = (shown, total) => (shown < total ? `${count(shown)} of ${count(total)} features shown. ` : '');

// How many features a chart shows; `draw(number)` is called on a change.
function topControl(total, draw) {
  const steps = [10, 30, 60, 100].filter((step) => step < total);
  const choice = element('select', { 'aria-label': 'Features in the chart' },
    steps.map((step) => element('option', { value: step, selected: step === 30 }, `first ${step}`)),
    total <= 100 && element('option', { value: total, selected: total <= 30 }, `all ${total}`));
  choice.addEventListener('change', () => draw(Number(choice.value)));
  return choice;
}

// A figure of the first features of a long list: `spec(shown, layout)` draws them, and its caption says how many they are.
export function topFigure({ total, spec, description, caption, ...parts }) {
  const line = element('span');
  const drawing = (shown) => {
    line.textContent = shownLine(shown, total);
    return { spec: (layout) => spec(shown, layout), description: `${description}, first ${count(shown)} features. The table below holds the same numbers.` };
  };
  const controls = total > 10 ? [topControl(total, (shown) => chart.change(drawing(shown)))] : [];
  const chart = figure({ ...parts, controls, caption: [line, caption], ...drawing(firstShown(total)) });
  return chart.element;
}

const bibtex = `@inproceedings{janssen2023ultramarginal,
  title     = {Ultra-marginal Feature Importance: Learning from Data with Causal Guarantees},
  author    = {Janssen, Joseph and Guan, Vincent and Robeva, Elina},
  booktitle = {Proceedings of The 26th International Conference on Artificial Intelligence and Statistics},
  series    = {Proceedings of Machine Learning Research},
  volume    = {206},
  year      = {2023},
  publisher = {PMLR}
}`;

export function methodsSection({ methods, citation }) {
  return section('methods', 'Methods, ready to paste',
    element('blockquote', { class: 'methods' }, element('p', {}, methods), element('p', {}, citation)),
    element('p', {}, copyButton('Copy text', `${methods}\n\n${citation}`), ' ', copyButton('Copy BibTeX', bibtex)));
}

function dataFacts({ data_file: file, table }) {
  const pairs = file ? [['file', visible(file)]] : [];
  if (!table) return pairs;
  const kinds = Object.entries(table.kinds).map(([kind, number]) => `${count(number)} ${kind}`).join(', ');
  return [...pairs, ['rows', count(table.rows)], ['rows without missing values', count(table.complete_rows)],
    ['missing values', count(table.missing)], ['columns', `${count(table.columns)}: ${kinds}`]];
}

export function provenanceSection(options, details, version) {
  const data = dataFacts(details);
  const command = details.command_line;
  return section('provenance', 'How this was made',
    command && element('div', { class: 'command' }, element('h3', {}, 'Command'), element('pre', { tabindex: 0 }, element('code', {}, visible(command))), copyButton('Copy command', command)),
    Object.keys(options).length > 0 && [element('h3', {}, 'Settings'), settings(options)],
    data.length > 0 && [element('h3', {}, 'Data'), facts(data, 'settings')],
    element('h3', {}, 'Versions'), facts([['umfi', version], ['Vega, which draws the charts', versions.vega]], 'settings'));
}

// An experiment: claims with their verdicts, charts and tables.
import { figure } from '../chart.js';
import { boxPlot } from '../charts/box_plot.js';
import { intervalBars } from '../charts/interval_bars.js';
import { lineChart } from '../charts/line_chart.js';
import { element, section } from '../dom.js';
import { visible } from '../names.js';
import { fixed } from '../numbers.js';
import { sortableTable } from '../table.js';
import { heading, provenanceSection } from './shared.js';

const verdicts = { yes: '✓ yes', no: '✗ no', partly: '◐ partly' };
const figureText = fixed(3);

function claimsSection(claims) {
  const item = ({ claim, verdict, figure: numbers }) => element('li', { class: `claim ${verdicts[verdict] ? verdict : ''}` },
    element('span', { class: 'verdict' }, verdicts[verdict] ?? visible(verdict)),
    element('div', {}, element('p', {}, visible(claim)), numbers && element('p', { class: 'fine' }, visible(numbers))));
  return section('claims', 'What was claimed, and what came out', element('ol', { class: 'claims' }, claims.map(item)));
}

const barLooks = [{ title: 'highlighted', look: 'full' }, { title: 'others', look: 'outlined' }];

function barItem({ name, median, q25, q75, highlight }) {
  return {
    name, value: median, low: q25, high: q75, status: highlight ? 'highlighted' : 'others',
    tip: { median: figureText(median), quartiles: `${figureText(q25)} to ${figureText(q75)}` },
  };
}

// By type: the specification, and how to read it.
const drawings = {
  box: (chart) => ({ spec: (layout) => boxPlot(chart, layout), caption: 'Boxes: quartiles and median; whiskers: up to 1.5 interquartile ranges; points beyond.' }),
  bars: (chart) => ({
    spec: (layout) => intervalBars({
      items: chart.items.map(barItem), statuses: barLooks, isLegend: false, xTitle: [visible(chart.unit), 'whiskers: quartiles'],
    }, layout),
    caption: `Bars: median. Whiskers: quartiles.${chart.items.some((item) => item.highlight) ? ' Filled bars are highlighted.' : ''}`,
  }),
  lines: (chart) => ({
    spec: (layout) => lineChart({ series: chart.series, xTitle: visible(chart.x_title), yTitle: visible(chart.y_title), isLogY: chart.log_y }, layout),
    caption: chart.log_y ? 'The vertical scale is logarithmic.' : '',
  }),
};

function chartElement(chart, index) {
  const { spec, caption } = drawings[chart.type](chart);
  const title = visible(chart.title);
  return figure({ title, caption, spec, description: title, fileName: `umfi-experiment-${index + 1}` }).element;
}

// ~: extrapolated.
const asNumber = (cell) => (/^~?[-−+]?[0-9]/.test(cell) ? Number.parseFloat(cell.replace('~', '').replace('−', '-')) : NaN);
const isMissing = (cell) => cell === '' || cell === '–';

function tableElement({ title, columns, rows }) {
  const isText = (index) => rows.some((row) => !isMissing(row[index] ?? '') && Number.isNaN(asNumber(row[index])));
  const described = columns.map((column, index) => ({
    title: visible(column), isText: isText(index), width: index === 0 ? 200 : 132,
    value: (row) => (isText(index) ? visible(row[index] ?? '') : asNumber(row[index] ?? '')), show: (_value, row) => visible(row[index] ?? ''),
  }));
  // In the order they came in, until a heading is pressed.
  return element('div', {}, element('h3', {}, visible(title)), sortableTable({
    caption: visible(title), columns: described, rows, searched: rows.length > 10 ? (row) => row.join(' ').toLocaleLowerCase() : undefined, sortBy: null,
  }));
}

export function experimentPage({ title, summary, claims, charts, tables, details }) {
  return [
    heading(visible(title), visible(summary)),
    claims.length > 0 && claimsSection(claims),
    charts.length > 0 && section('charts', 'Figures', charts.filter((chart) => drawings[chart.type]).map(chartElement)),
    tables.length > 0 && section('tables', 'Tables', tables.map(tableElement)),
    provenanceSection({}, details, details.version),
  ];
}

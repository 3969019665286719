// Features down the side of a chart. Two long names may look the same when shortened, so marks are placed by number.
import { shortened, visible } from '../names.js';

const characterWidth = 0.56;  // of the font size, on average

// Room for names: a third of the chart at most.
export function nameRoom(names, { width, fontSize }) {
  const most = Math.max(8, Math.min(44, Math.floor((width * 0.36) / (fontSize * characterWidth))));
  const labels = names.map((name) => shortened(visible(name), most));
  const longest = labels.reduce((length, label) => Math.max(length, label.length), 1);
  return { labels, pixels: Math.ceil(Math.min(longest + 1, most + 2) * fontSize * characterWidth) + 8 };
}

// The parameter that holds the labels, and the encoding that shows them.
export function nameAxis(names, layout, axis = {}) {
  const { labels } = nameRoom(names, layout);
  return {
    params: [{ name: 'labels', value: labels }],
    y: {
      field: 'place', type: 'ordinal', sort: 'ascending', title: null,
      axis: { labelExpr: 'labels[datum.value]', labelLimit: layout.width * 0.45, labelPadding: 6, ticks: false, domain: false, grid: false, ...axis },
    },
  };
}

// A chart of one panel with rows of this height.
export function rowsPanel({ params, values, step }, { width }) {
  return { params, data: { values }, width, height: { step, for: 'position' }, autosize: { type: 'fit-x', contains: 'padding' } };
}

// What a mark stands for: `tip` beside the pointer, and the same as a sentence for those who listen.
export function told(name, figures) {
  const tip = { feature: visible(name), ...figures };
  const spoken = Object.entries(figures).map(([title, text]) => `${title} ${text}`).join(', ');
  return { tip, spoken: `${shortened(tip.feature, 100)}: ${spoken}` };
}
export const telling = { tooltip: { field: 'tip' }, description: { field: 'spoken' } };

// A title longer than the scale goes on below the names, instead of being cut off at the right.
export const scaleAxis = ({ width }) => ({ tickCount: 5, grid: true, ...(width < 480 && { titleAnchor: 'end', titleAlign: 'right' }) });

export const rowStep = ({ fontSize }) => Math.round(fontSize * 1.7);

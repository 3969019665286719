// Bars with intervals. What a bar's status is shows in colour and in fill: full, outlined, dashed.
import { nameAxis, rowsPanel, rowStep, scaleAxis, telling, told } from './name_axis.js';

const looks = {
  full: ({ strong }) => ({ fill: strong, stroke: strong, dash: [1, 0] }),
  outlined: ({ weak }) => ({ fill: 'transparent', stroke: weak, dash: [1, 0] }),
  dashed: ({ weak }) => ({ fill: 'transparent', stroke: weak, dash: [3, 2] }),
};

function statusEncoding(statuses, { colours, width }, isLegend) {
  const titles = statuses.map((status) => status.title);
  const drawn = statuses.map((status) => looks[status.look](colours));
  const channel = (name) => ({
    field: 'status', type: 'nominal', scale: { domain: titles, range: drawn.map((look) => look[name]) },
    legend: isLegend ? { title: null, symbolType: 'square', columns: width < 480 ? 1 : undefined } : null,
  });
  return { fill: channel('fill'), stroke: channel('stroke'), strokeDash: channel('dash') };
}

// items: [{name, value, low, high, status, tip}]; tip: {title: text}, shown beside the pointer.
// statuses: [{title, look}]; an item's status is one of the titles.
export function intervalBars({ items, statuses, xTitle, isLegend = statuses.length > 1 }, layout) {
  const { params, y } = nameAxis(items.map((item) => item.name), layout);
  const values = items.map(({ name, value, low, high, status, tip }, place) => ({ place, value, low, high, status, ...told(name, tip) }));
  const status = statusEncoding(statuses, layout, isLegend);
  const x = (field) => ({ field, type: 'quantitative', title: xTitle, axis: scaleAxis(layout) });
  return {
    ...rowsPanel({ params, values, step: rowStep(layout) }, layout),
    encoding: { y, ...telling },
    layer: [
      { name: 'bars', mark: { type: 'bar', height: { band: 0.62 }, strokeWidth: 1.2 }, encoding: { x: x('value'), ...status } },
      { mark: { type: 'rule', aria: false, strokeWidth: 1.2, color: layout.colours.whisker }, encoding: { x: x('low'), x2: { field: 'high' } } },
      ...['low', 'high'].map((end) => ({
        mark: { type: 'tick', aria: false, thickness: 1.2, height: { band: 0.34 }, color: layout.colours.whisker }, encoding: { x: x(end) },
      })),
    ],
  };
}

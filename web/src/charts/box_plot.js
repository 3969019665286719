// The spread of values: one panel per group, one box per item.
import { nameAxis, nameRoom, rowStep } from './name_axis.js';
import { visible } from '../names.js';

const gap = 14;
const padding = 14;

// As many as fit, in rows of equal length.
function panelsAcross(panels, { width, fontSize }) {
  const most = Math.max(1, Math.floor(width / (fontSize * 15)));
  const rows = Math.ceil(panels / most);
  return Math.ceil(panels / rows);
}

// groups: [{group, items: [{name, values}]}]
export function boxPlot({ groups, unit }, layout) {
  const names = [...new Set(groups.flatMap(({ items }) => items.map((item) => item.name)))];
  const room = nameRoom(names, layout).pixels;
  const across = panelsAcross(groups.length, layout);
  const { params, y } = nameAxis(names, layout, { minExtent: room, maxExtent: room });
  const values = groups.flatMap(({ group, items }, panel) => items.flatMap((item) =>
    item.values.map((value) => ({ panel, group: visible(group), place: names.indexOf(item.name), value }))));
  const box = { strokeWidth: 1.2, stroke: layout.colours.whisker };
  return {
    params,
    data: { values },
    facet: { field: 'group', type: 'nominal', sort: groups.map(({ group }) => visible(group)), title: null },
    columns: across,
    spacing: { row: 18, column: gap },
    spec: {
      width: Math.floor((layout.width - padding - room - gap * (across - 1)) / across),
      height: { step: rowStep(layout) },
      mark: {
        type: 'boxplot', size: rowStep(layout) * 0.6, ticks: { size: rowStep(layout) * 0.35, color: layout.colours.whisker }, rule: box, median: { stroke: layout.colours.whisker, strokeWidth: 1.6 },
        box: { ...box, fill: layout.colours.strong, fillOpacity: 0.55 }, outliers: { size: 9, color: layout.colours.muted, opacity: 0.7 },
      },
      encoding: { y, x: { field: 'value', type: 'quantitative', title: unit || null, axis: { tickCount: 4 } } },
    },
  };
}

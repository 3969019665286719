// Methods side by side: one panel of bars per method, or where there is no room for that one shaded cell.
import { percent } from '../numbers.js';
import { nameAxis, nameRoom, rowsPanel, rowStep, telling, told } from './name_axis.js';

const gap = 10;
const padding = 12;
const narrowest = 72;  // a panel has to hold its title

// items: [{name, shares}], shares by method.
export function methodPanels({ items, methods }, layout) {
  const room = nameRoom(items.map((item) => item.name), layout).pixels;
  const panel = Math.floor((layout.width - room - padding - gap * (methods.length - 1)) / methods.length);
  const values = items.flatMap((item, place) => methods.map((method, column) => ({
    place, method, share: item.shares[column], text: Math.round(100 * item.shares[column]),
    ...told(item.name, { method, share: percent(item.shares[column]), rank: item.ranks[column] }),
  })));
  const parts = { items, methods, values, room };
  return panel >= narrowest ? panels(parts, panel, layout) : cells(parts, layout);
}

function panels({ items, methods, values, room }, width, layout) {
  const { params, y } = nameAxis(items.map((item) => item.name), layout, { minExtent: room, maxExtent: room });
  return {
    params,
    data: { values },
    facet: { column: { field: 'method', type: 'nominal', sort: methods, title: null, header: { labelLimit: width + gap } } },
    spacing: gap,
    spec: {
      width,
      height: { step: rowStep(layout) },
      mark: { type: 'bar', height: { band: 0.62 }, color: layout.colours.strong },
      encoding: {
        y,
        x: { field: 'share', type: 'quantitative', title: null, axis: { format: '.0%', tickCount: 2 } },
        ...telling,
      },
    },
  };
}

function cells({ items, methods, values }, layout) {
  const { params, y } = nameAxis(items.map((item) => item.name), layout);
  const most = values.reduce((largest, row) => Math.max(largest, row.share), 0);
  const { strong, background, text } = layout.colours;
  return {
    ...rowsPanel({ params, values, step: rowStep(layout) }, layout),
    encoding: {
      y,
      x: { field: 'method', type: 'nominal', sort: methods, title: null, axis: { orient: 'top', labelAngle: -40, domain: false, ticks: false } },
      ...telling,
    },
    layer: [
      { mark: { type: 'rect', stroke: background }, encoding: { color: { field: 'share', type: 'quantitative', scale: { domain: [0, most || 1], range: [background, strong], interpolate: 'rgb' }, legend: null } } },
      { mark: { type: 'text', aria: false, fontSize: layout.fontSize * 0.9, color: text },
        encoding: { text: { field: 'text' }, color: { condition: { test: `datum.share > ${most * 0.55}`, value: background }, value: text } } },
    ],
  };
}

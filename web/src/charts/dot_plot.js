// Several figures per feature on one scale: a line with a mark of its own shape, colour and height for each, so that equal
// figures do not hide each other.
import { fixed, isNumber } from '../numbers.js';
import { nameAxis, rowsPanel, rowStep, scaleAxis, telling, told } from './name_axis.js';

// items: [{name}]; series: [{title, value(item)}]; domain: of the scale, or undefined.
export function dotPlot({ items, series, xTitle, domain }, layout) {
  const { params, y } = nameAxis(items.map((item) => item.name), layout);
  const titles = series.map((one) => one.title);
  const values = items.flatMap((item, place) => {
    const { tip } = told(item.name, Object.fromEntries(series.map((one) => [one.title, fixed(4)(one.value(item))])));
    return series.map((one) => ({
      place, series: one.title, value: one.value(item), spoken: told(item.name, { [one.title]: fixed(4)(one.value(item)) }).spoken, tip,
    })).filter((row) => isNumber(row.value));
  });
  const x = { field: 'value', type: 'quantitative', title: xTitle, scale: domain ? { domain, clamp: true } : { zero: true }, axis: scaleAxis(layout) };
  const legend = { title: null, columns: layout.width < 420 ? 2 : undefined };
  const marks = {
    shape: { field: 'series', type: 'nominal', scale: { domain: titles, range: layout.shapes.slice(0, titles.length) }, legend },
    color: { field: 'series', type: 'nominal', scale: { domain: titles, range: layout.colours.series.slice(0, titles.length) }, legend },
  };
  return {
    ...rowsPanel({ params, values, step: rowStep(layout) + (series.length > 3 ? 8 : 2) }, layout),
    encoding: { y: { ...y, scale: { paddingInner: 0.5, paddingOuter: 0.25 } } },
    layer: [
      { mark: { type: 'rule', aria: false, strokeWidth: 1, color: layout.colours.weak, opacity: 0.7 },
        encoding: { x: { ...x, aggregate: 'min' }, x2: { field: 'value', aggregate: 'max' } } },
      { mark: { type: 'point', filled: true, size: layout.fontSize * 5.2, opacity: 0.95 }, encoding: { x, yOffset: { field: 'series', sort: titles }, ...marks, ...telling } },
    ],
  };
}

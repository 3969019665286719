// Curves, each with its own colour and shape of points.
import { visible } from '../names.js';

// series: [{name, points: [[x, y], ...]}]
export function lineChart({ series, xTitle, yTitle, isLogY }, layout) {
  const names = series.map((one) => visible(one.name));
  const values = series.flatMap(({ points }, index) => points.map(([x, y]) => ({ series: names[index], x, y })));
  const scale = (range) => ({ domain: names, range: names.map((_, index) => range[index % range.length]) });
  const legend = { title: null, columns: layout.width < 480 ? 2 : 4, labelLimit: layout.width / 2.6 };
  return {
    data: { values },
    width: layout.width,
    height: Math.round(Math.min(layout.width * 0.62, 380)),
    autosize: { type: 'fit', contains: 'padding' },
    mark: { type: 'line', strokeWidth: 1.6, point: { size: layout.fontSize * 4, filled: true } },
    encoding: {
      x: { field: 'x', type: 'quantitative', title: xTitle || null, scale: { zero: false }, axis: { tickCount: 6 } },
      y: { field: 'y', type: 'quantitative', title: yTitle || null, scale: isLogY ? { type: 'log' } : {}, axis: { tickCount: 5 } },
      color: { field: 'series', type: 'nominal', scale: scale(layout.colours.series), legend },
      shape: { field: 'series', type: 'nominal', scale: scale(layout.shapes), legend },
      tooltip: [{ field: 'series' }, { field: 'x', title: xTitle || 'x' }, { field: 'y', title: yTitle || 'y' }],
    },
  };
}

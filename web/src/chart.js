// A figure: a Vega-Lite chart that follows the width of the page and its colours, and can be saved for a journal.
//
//   figure({title, caption, description, fileName, spec: (layout) => specification})
import { element } from './dom.js';
import { saveButtons } from './save.js';
import { onThemeChange, paperLayout, screenLayout } from './theme.js';
import { followPointer } from './tooltip.js';
import { makeView } from './view.js';

const printWidth = 680;  // of a sheet of A4 or letter, in CSS pixels
const figures = new Set();

class Figure {
  constructor(parts) {
    this.parts = parts;
    this.place = element('div', { class: 'chart' });
    this.width = 0;
    new ResizeObserver(() => this.fit()).observe(this.place);
    figures.add(this);
  }

  fit() {
    const width = Math.floor(this.place.clientWidth);
    if (width > 0 && width !== this.width) this.draw(screenLayout(width));
  }

  draw(layout) {
    this.width = layout.width;
    this.view?.finalize();
    this.view = makeView(this.parts.spec(layout), layout, { container: this.place, hover: true });
    this.view.description(this.parts.description);
    this.view.tooltip(followPointer);
    this.view.run();
  }

  redraw() {
    if (this.width > 0) this.draw(screenLayout(this.width));
  }

  // After what is drawn has changed.
  change(parts) {
    Object.assign(this.parts, parts);
    this.redraw();
  }
}

onThemeChange(() => figures.forEach((drawn) => drawn.redraw()));
window.addEventListener('beforeprint', () => figures.forEach((drawn) => drawn.draw(paperLayout(printWidth))));
window.addEventListener('afterprint', () => figures.forEach((drawn) => { drawn.width = 0; drawn.fit(); }));

// The element, and `change` for figures that can be told to show something else.
export function figure({ caption, controls = [], ...parts }) {
  const drawn = new Figure(parts);
  const saving = saveButtons(() => drawn.parts);
  return {
    element: element('figure', { 'aria-label': parts.title },
      element('div', { class: 'figure-bar' }, element('h3', {}, parts.title), ...controls, saving),
      drawn.place, element('figcaption', {}, caption)),
    change: (changed) => drawn.change(changed),
  };
}

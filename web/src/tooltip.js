// What a mark of a chart stands for, beside the pointer; as text.
import { element } from './dom.js';
import { shortened } from './names.js';

const longest = 400;  // characters of a name; the table has the rest
let box;

function show(event, value) {
  box ??= document.body.appendChild(element('div', { class: 'tooltip', 'aria-hidden': 'true' }));
  const lines = typeof value === 'object' ? Object.entries(value) : [['', value]];
  box.replaceChildren(...lines.map(([title, text]) => element('div', {},
    title && element('span', { class: 'tooltip-title' }, `${title} `), shortened(String(text), longest))));
  box.hidden = false;
  const left = Math.min(event.clientX + 14, window.innerWidth - box.offsetWidth - 8);
  box.style.left = `${Math.max(8, left) + window.scrollX}px`;
  box.style.top = `${event.clientY + 16 + window.scrollY}px`;
}

export function followPointer(_handler, event, _item, value) {
  if (value === null || value === undefined || value === '') {
    if (box) box.hidden = true;
    return;
  }
  show(event, value);
}

// Charts as files in the sizes journals ask for: one column (89 mm) or two (183 mm), SVG or PNG of 600 dots per inch.
import { element } from './dom.js';
import { withResolution } from './png.js';
import { paperLayout } from './theme.js';
import { makeView } from './view.js';

const columns = { single: 89, double: 183 };  // mm
const dotsPerInch = 600;
const pixelsPerInch = 96;
const toPixels = (millimetres) => (millimetres / 25.4) * pixelsPerInch;

// Drawn again for paper: what fits a screen does not fit a column.
async function paperView(spec, millimetres) {
  const layout = paperLayout(Math.round(toPixels(millimetres)));
  const view = makeView({ ...spec(layout), background: 'white' }, layout, { renderer: 'none' });
  return view.runAsync();
}

// With a size in millimetres, so that programs that place it need no scaling.
function withPhysicalSize(svg, millimetres) {
  const document = new DOMParser().parseFromString(svg, 'image/svg+xml');
  const root = document.documentElement;
  const [width, height] = ['width', 'height'].map((side) => Number(root.getAttribute(side)));
  root.setAttribute('width', `${millimetres}mm`);
  root.setAttribute('height', `${((millimetres * height) / width).toFixed(2)}mm`);
  return new XMLSerializer().serializeToString(document);
}

export async function svgFile(spec, millimetres) {
  const view = await paperView(spec, millimetres);
  return new Blob([withPhysicalSize(await view.toSVG(), millimetres)], { type: 'image/svg+xml' });
}

export async function pngFile(spec, millimetres) {
  const view = await paperView(spec, millimetres);
  const canvas = await view.toCanvas(dotsPerInch / pixelsPerInch);
  const blob = await new Promise((done) => { canvas.toBlob(done, 'image/png'); });
  return new Blob([withResolution(await blob.arrayBuffer(), dotsPerInch)], { type: 'image/png' });
}

const makers = { svg: svgFile, png: pngFile };

function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = element('a', { href: address, download: name, class: 'off-screen' }, name);
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// `current` gives what the figure shows at the time of saving.
export function saveButtons(current) {
  const width = element('select', { 'aria-label': 'Width of the saved figure: 89 mm is one column of a journal, 183 mm are two' },
    element('option', { value: 'single' }, '89 mm'), element('option', { value: 'double' }, '183 mm'));
  const button = (kind) => element('button', { type: 'button', class: 'quiet', 'data-save': kind, onclick: () => save(kind) }, kind.toUpperCase());
  async function save(kind) {
    const { spec, fileName } = current();
    const millimetres = columns[width.value];
    download(await makers[kind](spec, millimetres), `${fileName}-${millimetres}mm.${kind}`);
  }
  return element('div', { class: 'save', role: 'group', 'aria-label': 'Save this figure' }, 'Save ', width, button('svg'), button('png'));
}

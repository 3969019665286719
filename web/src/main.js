// Reads the result that is embedded in the page and shows it.
import { element } from './dom.js';
import { comparePage } from './pages/compare.js';
import { diagnosePage } from './pages/diagnose.js';
import { experimentPage } from './pages/experiment.js';
import { rankPage } from './pages/rank.js';

const pages = { rank: rankPage, compare: comparePage, diagnose: diagnosePage, experiment: experimentPage };

const embedded = JSON.parse(document.getElementById('umfi-document').textContent);
const main = document.getElementById('report');
const page = pages[embedded.kind];
main.append(...(page ? page(embedded).filter(Boolean) : [element('p', {}, 'This page cannot show such a result.')]));
document.documentElement.dataset.ready = 'true';
// Charts are drawn and everything answers from the next frame on.
requestAnimationFrame(() => setTimeout(() => performance.mark('umfi-usable')));

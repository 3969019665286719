// The pages that are tested: written by the real program, or one of those with another document inside.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const work = process.env.UMFI_WORK;
const umfi = (...options) => execFileSync(process.env.UMFI_PROGRAM, options, { cwd: work, stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8', maxBuffer: 1e9 });
const file = (name) => path.join(work, name);

export const hostileNames = [
  '<script>window.pwned = 1</script>', '</script><img src=x onerror="window.pwned = 2">', '"><svg onload=window.pwned=3>', "it's, \"quoted\"",
  'two\nlines', '\u202eright to left', 'ünïcode 特徴 🌊', `long ${'x'.repeat(10000)}`,
];

// Values of a small congruential generator, so that nothing changes from run to run.
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return (state / 2147483648 - 0.5).toFixed(4);
  };
}

// The target is the sum of the first two columns.
function writeTable(name, columns, rows) {
  const next = numbers(1);
  const quoted = (text) => `"${text.replaceAll('"', '""')}"`;
  const lines = [[...columns, 'y'].map(quoted).join(',')];
  for (let row = 0; row < rows; row += 1) {
    const cells = columns.map(next);
    lines.push([...cells, (Number(cells[0]) + Number(cells[1])).toFixed(4)].join(','));
  }
  writeFileSync(file(name), `${lines.join('\n')}\n`);
  return name;
}

const documentPattern = /(<script type="application\/json" id="umfi-document">)(.*?)(<\/script>)/s;

export const documentOf = (name) => JSON.parse(readFileSync(file(name), 'utf8').match(documentPattern)[2]);

export function withDocument(original, name, document) {
  const text = JSON.stringify(document).replaceAll('<', '\\u003c');
  writeFileSync(file(name), readFileSync(file(original), 'utf8').replace(documentPattern, (_all, before, _old, after) => before + text + after));
}

// As results with tests of significance have it.
function testedRanking() {
  const document = documentOf('rank.html');
  Object.assign(document.result.options, { confidence: 0.95, fdr: 0.05 });
  document.result.features.forEach((feature, index) => Object.assign(feature, {
    low: feature.score - 0.05, high: feature.score + 0.05, mc_error: 0.001, p: index < 2 ? 0.0005 : 0.4, q: index < 2 ? 0.002 : 0.5,
    related: index < 2 ? true : [false, null][index % 2],
  }));
  return document;
}

const boxes = { title: 'Shares', type: 'box', unit: '%', groups: ['UMFI lr', 'MCI', '<b>CPI</b>'].map((group, shift) => ({
  group, items: ['x1', 'x2'].map((name) => ({ name, values: [1, 2, 3, 4, 9].map((value) => value + shift) })) })) };
const bars = { title: 'Genes', type: 'bars', unit: 'accuracy', items: [
  { name: 'BRCA1', median: 0.2, q25: 0.1, q75: 0.3, highlight: true }, { name: 'other', median: 0.05, q25: 0, q75: 0.1, highlight: false }] };
const lines = { title: 'Time', type: 'lines', x_title: 'features', y_title: 'seconds', log_y: true, series: [
  { name: 'UMFI', points: [[10, 0.1], [100, 1]] }, { name: 'MCI', points: [[10, 1], [100, 100]] }] };

const experiment = {
  kind: 'experiment', title: 'Interactions', summary: 'x1 and x2 <interact>.',
  claims: [{ claim: 'x1 comes first', verdict: 'yes', figure: '31 %' }, { claim: 'x4 gets nothing', verdict: 'no', figure: '' }, { claim: 'fast', verdict: 'partly', figure: '' }],
  tables: [{ title: 'Mean shares', columns: ['method', 'x1'], rows: [['UMFI', '9.5'], ['MCI', '30'], ['CPI', '1']] }],
  charts: [boxes, bars, lines],
  details: { data_file: '', command_line: 'umfi reproduce interactions', table: null, version: '0' },
};

export function writePages() {
  const few = ['--trees', '20', '--repeats', '3'];
  const plain = writeTable('plain.csv', Array.from({ length: 40 }, (_, k) => `x${k + 1}`), 80);
  const hostile = writeTable('<img src=x onerror="window.pwned = 4">.csv', hostileNames, 60);
  const wide = writeTable('wide.csv', Array.from({ length: 10000 }, (_, k) => `gene_${String(k).padStart(5, '0')}`), 60);
  umfi('rank', plain, '--no-inference', '--target', 'y', '--explain', ...few, '--report', 'rank.html');
  umfi('compare', plain, '--target', 'y', '--methods', 'umfi-lr,umfi-ot,ablation,bivariate,permutation,conditional', ...few, '--report', 'compare.html');
  umfi('diagnose', plain, '--target', 'y', '--trees', '10', '--report', 'diagnose.html');
  umfi('rank', hostile, '--no-inference', '--target', 'y', '--explain', ...few, '--report', 'hostile.html');
  umfi('compare', hostile, '--target', 'y', '--methods', 'umfi-lr,ablation', ...few, '--report', 'hostile-compare.html');
  umfi('diagnose', hostile, '--target', 'y', '--trees', '10', '--report', 'hostile-diagnose.html');
  umfi('rank', wide, '--no-inference', '--target', 'y', '--method', 'permutation', '--trees', '50', '--repeats', '3', '--report', 'wide.html');
  withDocument('rank.html', 'tested.html', testedRanking());
  withDocument('rank.html', 'experiment.html', experiment);
}

export const address = (name) => `file://${encodeURI(file(name))}`;

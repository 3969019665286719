// What a reader does with a report, done in Chromium. Run by tests/web/check-page.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { address, documentOf, hostileNames, writePages } from './pages.mjs';

const { chromium } = createRequire(path.join(process.env.UMFI_WORK, 'any.js'))('playwright-core');
const kinds = ['rank', 'tested', 'compare', 'diagnose', 'experiment'];
const hostileKinds = ['hostile', 'hostile-compare', 'hostile-diagnose'];
let browser;

before(async () => {
  writePages();
  browser = await chromium.launch({ executablePath: process.env.UMFI_BROWSER, args: ['--no-sandbox'] });
});
after(() => browser?.close());

// Opens a page, hands it on, and sees to it that nothing was requested but itself and nothing was complained about.
async function visit(name, look, { width = 1000, colorScheme = 'light' } = {}) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, acceptDownloads: true });
  const page = await context.newPage();
  const complaints = [];
  const requests = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) complaints.push(message.text()); });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => { complaints.push('a dialog'); dialog.dismiss(); });
  page.on('request', (request) => { if (!request.url().startsWith('blob:')) requests.push(request.url()); });
  await page.goto(address(`${name}.html`));
  await page.waitForSelector('html[data-ready]');
  await page.waitForFunction(() => [...document.querySelectorAll('.chart')].every((chart) => chart.querySelector('svg')));
  await look(page);
  assert.deepEqual(complaints, []);
  assert.deepEqual(requests, [address(`${name}.html`)]);
  await context.close();
}

const names = (page) => page.locator('.sortable tbody th').allTextContents();
const heading = (page, title) => page.locator('.sortable thead th', { has: page.getByRole('button', { name: title, exact: true }) });

async function saved(page, kind, width) {
  const figure = page.locator('figure').first();
  await figure.getByLabel(/Width of the saved figure/).selectOption(width);
  const [download] = await Promise.all([page.waitForEvent('download'), figure.getByRole('button', { name: kind.toUpperCase() }).click()]);
  assert.match(download.suggestedFilename(), new RegExp(`mm\\.${kind}$`));
  return readFileSync(await download.path());
}

async function checkSvg(page) {
  const svg = (await saved(page, 'svg', 'single')).toString('utf8');
  assert.match(svg, /^<svg [^>]*width="89mm"/);
  const problem = await page.evaluate((text) => new DOMParser().parseFromString(text, 'image/svg+xml').querySelector('parsererror, script, foreignObject')?.textContent, svg);
  assert.equal(problem, undefined);
}

for (const name of [...kinds, ...hostileKinds])
  test(`${name}: charts and tables are there, on a phone as on a desk, and can be saved as SVG in the width of a column`, async () => {
    for (const [width, colorScheme] of [[360, 'light'], [1400, 'dark']])
      await visit(name, async (page) => {
        assert.ok(await page.locator('.chart svg').count() >= 1);
        assert.ok(await page.locator('.sortable tbody th').count() >= 2);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), 0, 'the page scrolls sideways');
        await checkSvg(page);
      }, { width, colorScheme });
  });

test('rank: the chart shows the first 30 and says so', () => visit('rank', async (page) => {
  assert.equal(await page.locator('#ranking .bars_marks path').count(), 30);
  assert.match(await page.locator('#ranking figcaption').textContent(), /30 of 40 features shown/);
  await page.locator('#ranking').getByLabel('Features in the chart').selectOption('10');
  assert.equal(await page.locator('#ranking .bars_marks path').count(), 10);
  assert.match(await page.locator('#ranking figcaption').textContent(), /10 of 40 features shown.*quartiles over 3 repeats/);
}));

test('rank: headings sort, by mouse and by keyboard, and say so', () => visit('rank', async (page) => {
  assert.equal(await heading(page, 'Score').getAttribute('aria-sort'), 'descending');
  const byScore = await names(page);
  assert.deepEqual(byScore.slice(0, 2).sort(), ['x1', 'x2']);
  await page.getByRole('button', { name: 'Feature', exact: true }).click();
  assert.equal(await heading(page, 'Feature').getAttribute('aria-sort'), 'ascending');
  assert.deepEqual((await names(page)).slice(0, 3), ['x1', 'x2', 'x3']);
  await page.getByRole('button', { name: 'Score', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  assert.equal(await heading(page, 'Score').getAttribute('aria-sort'), 'ascending');
  assert.ok(!(await names(page)).slice(0, 2).includes(byScore[0]));
}));

test('rank: key facts tell the kinds of features', () => visit('rank', async (page) => {
  assert.match(await page.locator('.key-facts').textContent(), /features40.* numeric/);
}));

test('rank: names are searched and rows filtered', () => visit('rank', async (page) => {
  await page.getByLabel('Search names').fill('X1');
  assert.deepEqual((await names(page)).sort(), ['x1', ...Array.from({ length: 10 }, (_, k) => `x1${k}`)].sort());
  assert.equal(await page.locator('.sortable').getAttribute('aria-rowcount'), '12');
  await page.getByLabel('Search names').fill('nowhere');
  assert.equal((await names(page)).length, 0);
  assert.equal(await page.locator('.table-controls .status').textContent(), '0 of 40 rows');
  await page.getByLabel('Search names').fill('');
  await page.getByLabel('Which rows to show').selectOption({ label: 'score 0 or below' });
  assert.ok(!(await names(page)).includes('x1'));
}));

test('tested: bars are told apart by colour and by fill, and rows by status', () => visit('tested', async (page) => {
  const looks = await page.locator('#ranking .bars_marks path').evaluateAll((bars) => new Set(bars.map((bar) => bar.getAttribute('fill'))).size);
  assert.equal(looks, 2);
  assert.match(await page.locator('#ranking figcaption').textContent(), /95 % confidence intervals.*false discovery rate of 0.05/);
  await page.getByLabel('Which rows to show').selectOption({ label: 'related' });
  assert.deepEqual((await names(page)).sort(), ['x1', 'x2']);
  assert.match(await page.locator('.key-facts').textContent(), /related2 features/);
}));

test('compare: all methods stand side by side', () => visit('compare', async (page) => {
  const methods = documentOf('compare.html').result.methods.map((method) => method.name);
  assert.equal(await page.locator('.matrix tbody tr').count(), methods.length);
  for (const method of methods) assert.equal(await page.locator('.questions dt', { hasText: new RegExp(`^${method}$`) }).count(), 1);
}));

test('experiment: claims carry their verdict in words', () => visit('experiment', async (page) => {
  assert.deepEqual(await page.locator('.verdict').allTextContents(), ['✓ yes', '✗ no', '◐ partly']);
  assert.deepEqual(await names(page), ['UMFI', 'MCI', 'CPI']);
  await page.getByRole('button', { name: 'x1', exact: true }).click();
  assert.deepEqual(await names(page), ['MCI', 'UMFI', 'CPI']);
}));

for (const name of hostileKinds)
  test(`${name}: names are text, whatever they hold`, () => visit(name, async (page) => {
    assert.equal(await page.evaluate(() => window.pwned), undefined);
    assert.equal(await page.locator('img, iframe, object, embed, [onerror], [onload]').count(), 0);
    assert.equal(await page.locator('script').count(), 2);
    const shown = await names(page);
    assert.ok(shown.includes(hostileNames[0]) && shown.includes(hostileNames[2]) && shown.includes(hostileNames[7]));
    assert.ok(shown.includes('two[U+000A]lines') && shown.includes('[U+202E]right to left'));
  }));

test('rank: a chart can be saved as PNG of 600 dots per inch', () => visit('rank', async (page) => {
  for (const [width, millimetres] of [['single', 89], ['double', 183]]) {
    const png = await saved(page, 'png', width);
    assert.ok(Math.abs(png.readUInt32BE(16) - (millimetres / 25.4) * 600) < 10, `${png.readUInt32BE(16)} dots`);
    assert.equal(png.toString('latin1', 37, 41), 'pHYs');
    assert.equal(png.readUInt32BE(41), Math.round(600 / 0.0254));
  }
}));

test('rank: everything to press has a name, and on paper nothing is left to press', () => visit('rank', async (page) => {
  const nameless = await page.locator('button, select, input').evaluateAll((all) => all.filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label'))).length);
  assert.equal(nameless, 0);
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  assert.equal(await page.locator('select:visible, input:visible, .save:visible').count(), 0);
  assert.equal((await names(page)).length, 40);
}));

test('rank: the methods paragraph and the command are those of the program', () => visit('rank', async (page) => {
  const { details } = documentOf('rank.html');
  assert.equal(await page.locator('.methods p').first().textContent(), details.methods);
  assert.equal(await page.locator('.command code').textContent(), details.command_line);
}));

test('wide: 10,000 features are there at once, and only those in view exist', () => visit('wide', async (page) => {
  const milliseconds = await page.evaluate(() => performance.getEntriesByName('umfi-usable')[0].startTime);
  console.log(`10,000 features: usable ${Math.round(milliseconds)} ms after opening`);
  assert.ok(milliseconds < 10000);  // on a machine that does nothing else it is a fraction of a second
  assert.equal(await page.locator('.sortable').getAttribute('aria-rowcount'), '10001');
  assert.ok(await page.locator('.sortable tbody tr').count() < 100);
  assert.match(await page.locator('#ranking figcaption').textContent(), /30 of 10,000 features shown/);
  await page.getByRole('button', { name: 'Feature', exact: true }).click();
  await page.locator('.table-window').evaluate((table) => { table.scrollTop = table.scrollHeight; });
  await page.getByRole('rowheader', { name: 'gene_09999' }).waitFor();
  await page.getByLabel('Search names').fill('gene_0123');
  assert.equal((await names(page)).length, 10);
}));

test('screenshots', { skip: !process.env.UMFI_SCREENSHOTS }, async () => {
  mkdirSync(process.env.UMFI_SCREENSHOTS, { recursive: true });
  for (const name of [...kinds, ...hostileKinds, 'wide'])
    for (const width of [360, 800, 1400])
      for (const colorScheme of ['light', 'dark'])
        await visit(name, (page) => page.screenshot({ path: path.join(process.env.UMFI_SCREENSHOTS, `${name}-${width}-${colorScheme}.png`), fullPage: true }), { width, colorScheme });
});

// A ranking: how strongly each feature is related to the target.
import { dotPlot } from '../charts/dot_plot.js';
import { intervalBars } from '../charts/interval_bars.js';
import { element, section } from '../dom.js';
import { shortened, visible } from '../names.js';
import { count, counted, fixed, isNumber, percent, probability } from '../numbers.js';
import { sortableTable } from '../table.js';
import { facts, heading, kindsNote, methodsSection, provenanceSection, rowsNote, topFigure, warning } from './shared.js';

const metricTitles = { r2: 'R²', accuracy: 'accuracy', mse: 'mean squared error', nats: 'information (nats)' };
const statuses = [{ title: 'related', look: 'full' }, { title: 'not shown to be related', look: 'outlined' }, { title: 'not tested', look: 'dashed' }];
const floored = (score) => Math.max(0, score);
const measure = fixed(4);

function statusOf(feature) {
  if (feature.related === true) return statuses[0].title;
  return feature.related === false ? statuses[1].title : statuses[2].title;
}

// Features in the order of their scores, with what is derived for display.
function rankedFeatures({ features }) {
  const total = features.reduce((sum, feature) => sum + floored(feature.score), 0);
  const ranked = [...features].sort((a, b) => b.score - a.score);
  return ranked.map((feature, index) => ({
    ...feature, rank: index + 1, share: total > 0 ? floored(feature.score) / total : 0, status: statusOf(feature),
    shown: visible(feature.name), searched: feature.name.toLocaleLowerCase(),
  }));
}

const presentStatuses = (ranked) => statuses.filter(({ title }) => ranked.some((feature) => feature.status === title));

// What the result offers: tests and intervals may be there or not.
function offers(result) {
  const has = (test) => result.features.some(test);
  return {
    tested: has((feature) => typeof feature.related === 'boolean'),
    interval: has((feature) => isNumber(feature.low) && isNumber(feature.high)),
    p: has((feature) => isNumber(feature.p)),
    q: has((feature) => isNumber(feature.q)),
    error: has((feature) => isNumber(feature.mc_error)),
    powers: has((feature) => isNumber(feature.with)),
    parts: has((feature) => feature.explanation),
    residual: has((feature) => isNumber(feature.residual_dependence)),
    choice: has((feature) => feature.removed_by),
  };
}

function whiskers(result, offered) {
  if (!offered.interval) return `quartiles over ${counted(result.options.repeats, 'repeat')}`;
  const { confidence } = result.options;
  return isNumber(confidence) ? `${fixed(0)(100 * confidence)} % confidence intervals` : 'confidence intervals';
}

const scoreTitle = (result) => (result.options.remove ? 'Ultra-marginal importance' : `Importance (${result.options.method})`);
const gainTitle = (result) => `${scoreTitle(result)}, ${result.score_unit === 'mse' ? 'increase in' : 'gain in'} ${metricTitles[result.score_unit] ?? result.score_unit}`;

function chartItem(feature, offered) {
  const [low, high] = offered.interval ? [feature.low, feature.high] : [feature.q25, feature.q75];
  const tip = { score: measure(feature.score), [offered.interval ? 'interval' : 'quartiles']: `${measure(low)} to ${measure(high)}`, rank: feature.rank };
  if (offered.p) tip.p = probability(feature.p);
  if (offered.q) tip.q = probability(feature.q);
  if (offered.tested) tip.status = feature.status;
  return { name: feature.name, value: feature.score, low, high, status: feature.status, tip };
}

function rankingSection(result, ranked, offered) {
  const meaning = whiskers(result, offered);
  const rate = isNumber(result.options.fdr) ? ` at a false discovery rate of ${result.options.fdr}` : '';
  const spec = (shown, layout) => intervalBars({
    items: ranked.slice(0, shown).map((feature) => chartItem(feature, offered)),
    statuses: offered.tested ? presentStatuses(ranked) : [{ title: statuses[2].title, look: 'full' }],
    isLegend: offered.tested,
    xTitle: [gainTitle(result), `whiskers: ${meaning}`],
  }, layout);
  return section('ranking', 'Ranking', topFigure({
    title: scoreTitle(result), fileName: 'umfi-ranking', total: ranked.length, spec,
    description: `Bar chart of importance with ${meaning}`,
    caption: `Bars: score, the mean over repeats. Whiskers: ${meaning}.${offered.tested ? ` Filled bars: related to the target${rate}; outlined: not shown to be.` : ''}`,
  }));
}

const partTitles = [['alone', 'alone'], ['given_others', 'given others'], ['shared', 'shared'], ['together', 'together']];

function partsSection(result, ranked) {
  const series = [{ title: 'score', value: (feature) => feature.score },
    ...partTitles.map(([key, title]) => ({ title, value: (feature) => feature.explanation?.[key] }))];
  return section('parts', 'Alone, shared, together', topFigure({
    title: 'What each importance is made of', fileName: 'umfi-parts', total: ranked.length,
    spec: (shown, layout) => dotPlot({ items: ranked.slice(0, shown), series, xTitle: gainTitle(result) }, layout),
    description: 'Dot plot of what importance is made of',
    caption: 'alone: without any other feature. given others: on top of all others as they are. shared: what others also say (score − given others). together: what appears only beside others (score − alone).',
  }));
}

function columns(offered) {
  const number = (title, key, hint, show = measure, width = 96) => ({ title, value: (feature) => feature[key], show, width, hint });
  const part = ([key, title]) => ({ title, value: (feature) => feature.explanation?.[key], show: measure, width: title.length > 8 ? 124 : 100 });
  const list = [
    { title: 'Feature', value: (feature) => feature.shown, isText: true, width: 160 },
    number('Rank', 'rank', 'by score', count, 70),
    number('Score', 'score', 'mean over repeats'),
    ...(offered.interval ? [number('Low', 'low', 'lower end of the interval'), number('High', 'high', 'upper end of the interval')]
      : [number('Quartile 1', 'q25', 'over repeats', measure, 116), number('Quartile 3', 'q75', 'over repeats', measure, 116)]),
    number('Share', 'share', 'of the sum of scores above 0', percent),
  ];
  if (offered.p) list.push(number('p', 'p', 'probability of such a score if the feature is unrelated', probability, 84));
  if (offered.q) list.push(number('q', 'q', 'false discovery rate', probability, 84));
  if (offered.tested) list.push({ title: 'Status', value: (feature) => feature.status, isText: true, width: 212 });
  list.push(number('SD', 'sd', 'standard deviation over repeats'));
  if (offered.error) list.push(number('MC error', 'mc_error', 'standard error of the score over repeats', measure, 110));
  if (offered.powers) list.push(number('With', 'with', 'predictive power with the feature'), number('Without', 'without', 'predictive power without it', measure, 106));
  if (offered.parts) list.push(...partTitles.map(part));
  if (offered.residual) list.push(number('Residual', 'residual_dependence', 'how well the freed features still predict this one, or it one of them; 0 is perfect', measure, 108));
  if (offered.choice) list.push({ title: 'Freed by', value: (feature) => feature.removed_by ?? '', isText: true, width: 100 });
  return list;
}

function tableSection(ranked, offered) {
  const all = { label: 'all features', test: () => true };
  const filters = offered.tested ? [all, ...presentStatuses(ranked).map(({ title }) => ({ label: title, test: (feature) => feature.status === title }))]
    : [all, { label: 'score above 0', test: (feature) => feature.score > 0 }, { label: 'score 0 or below', test: (feature) => feature.score <= 0 }];
  return section('table', 'All features', sortableTable({
    caption: 'All features', columns: columns(offered), rows: ranked, searched: (feature) => feature.searched, filters, sortBy: 2, descending: true,
  }), element('p', { class: 'fine' }, 'Scores are signed: a feature without information scatters around zero or a little below.'));
}

function keyFacts(result, ranked, offered) {
  const rows = result.rows_per_repeat === result.rows ? count(result.rows) : `${count(result.rows_per_repeat)} of ${count(result.rows)} per repeat`;
  const metric = metricTitles[result.metric] ?? result.metric;
  const task = result.data?.classes ? [['classes', count(result.data.classes)]] : [];
  const pairs = [['features', count(ranked.length), kindsNote(result)], ['rows', rows, rowsNote(result)], ...task,
    [`${metric} of all features`, fixed(3)(result.full), `null model ${fixed(3)(result.null)}`],
    ['most important', shortened(ranked[0].shown, 32)]];
  if (offered.tested) pairs.splice(2 + task.length, 0, ['related', `${count(ranked.filter((feature) => feature.related === true).length)} features`]);
  return facts(pairs, 'key-facts');
}

export function rankPage({ result, details }) {
  const ranked = rankedFeatures(result);
  const offered = offers(result);
  const target = shortened(visible(result.options.target), 60);
  return [
    heading(result.options.remove ? `${result.options.quick ? 'A first look: how' : 'How'} strongly is each feature related to ${target}?` : `Importance for ${target}`, details.question),
    keyFacts(result, ranked, offered),
    ...details.warnings.map((text) => warning(visible(text))),
    rankingSection(result, ranked, offered),
    offered.parts && partsSection(result, ranked),
    tableSection(ranked, offered),
    methodsSection(details),
    provenanceSection(result.options, details, result.version),
  ];
}

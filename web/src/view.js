// Vega-Lite specifications become views.
import * as vega from 'vega';
import { expressionInterpreter } from 'vega-interpreter';
import { compile } from 'vega-lite';
import { vegaConfig } from './theme.js';

// Expressions are interpreted, not compiled: the page's policy forbids making code of text.
export function makeView(spec, layout, options) {
  const { spec: compiled } = compile({ ...spec, config: vegaConfig(layout) }, { logger: vega.logger(vega.Error) });
  return new vega.View(vega.parse(compiled, null, { ast: true }), { expr: expressionInterpreter, renderer: 'svg', ...options });
}

export const versions = { vega: vega.version };

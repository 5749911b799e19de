/** The steps in the order they run (agh 2). Nothing else says which steps there are, or in which order. */
import { body } from './body.ts';
import { conditions } from './conditions.ts';
import { deliver } from './deliver.ts';
import { duplicate } from './duplicate.ts';
import { freshness } from './freshness.ts';
import { grammar } from './grammar.ts';
import { kind } from './kind.ts';
import { lifecycle } from './lifecycle.ts';
import { parse } from './parse.ts';
import { protocol } from './protocol.ts';
import { required } from './required.ts';
import { routing } from './routing.ts';

export const AGH_STEPS = [
  parse,
  required,
  protocol,
  kind,
  grammar,
  freshness,
  body,
  conditions,
  routing,
  duplicate,
  lifecycle,
  deliver,
] as const;

export type AghStepId = (typeof AGH_STEPS)[number]['id'];

const names: ReadonlyMap<AghStepId, string> = new Map(AGH_STEPS.map(({ id, name }) => [id, name]));

/** What a step looks at, in one or two words. */
export function aghStepName(id: AghStepId): string {
  return names.get(id) ?? id;
}

import type { FuzzTarget } from './target.ts';
import { JUDGE_TARGETS } from './targets/judges.ts';
import { READER_TARGETS } from './targets/readers.ts';
import { RENDER_TARGETS } from './targets/renderers.ts';
import { SHELL_TARGETS } from './targets/shells.ts';

/** Everything that is fuzzed. */
export const FUZZ_TARGETS: readonly FuzzTarget[] = [
  ...READER_TARGETS,
  ...JUDGE_TARGETS,
  ...RENDER_TARGETS,
  ...SHELL_TARGETS,
];

export function targetOf(name: string): FuzzTarget {
  const target = FUZZ_TARGETS.find((each) => each.name === name);
  if (target === undefined) throw new RangeError(`there is no target ${name}`);
  return target;
}

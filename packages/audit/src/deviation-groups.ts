/** The points in which one envelope deviates, put together by what explains them. */
import type { HostDeviation } from '@openwop-inspector/acceptor-core';
import type { ComparedValue } from './finding-groups.ts';

/** One deviation of one envelope, in all points that it shows in. */
export interface DeviationGroup {
  readonly clause: string;
  /** Row of acceptor 9; without one, the first point. */
  readonly id: string;
  readonly note: string;
  /** What was compared: status and code first. */
  readonly whats: readonly string[];
  /** Both sides of each of them. */
  readonly compared: readonly ComparedValue[];
  /** Both sides of the first of them, in a sentence without a full stop. */
  readonly words: string;
}

/** In the order of the points: status and code come first. */
export function deviationGroups(deviations: readonly HostDeviation[]): readonly DeviationGroup[] {
  const groups = new Map<
    string,
    DeviationGroup & { readonly whats: string[]; readonly compared: ComparedValue[] }
  >();
  for (const { what, here, host, clause, rule, note } of deviations) {
    const key = `${clause} ${note}`;
    const held = groups.get(key);
    const words = `${what} is ${host}, and ${here} by the pipeline`;
    if (held === undefined)
      groups.set(key, {
        clause,
        id: rule ?? what,
        note,
        words,
        whats: [what],
        compared: [{ what, host, here }],
      });
    else {
      held.whats.push(what);
      held.compared.push({ what, host, here });
    }
  }
  return [...groups.values()];
}

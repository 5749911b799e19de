import { Fields } from '@openwop-inspector/events';
import { hostDeclarations } from '../envelope-evidence/host-declarations.ts';

/** The protocol's own, for a host that declares none (envelope 9). */
const DEFAULT = 2;

/** `truncationBudgetMultiplier` of the host, where the file holds its declaration; between 1 and 8. */
export function truncationMultiplier(header: ReadonlyMap<string, unknown>): number {
  for (const { value } of hostDeclarations(header)) {
    const completion = new Fields(value).child('envelopes').child('reliability').child('completion');
    const declared = completion.number('truncationBudgetMultiplier');
    if (declared !== null && declared >= 1 && declared <= 8) return declared;
  }
  return DEFAULT;
}

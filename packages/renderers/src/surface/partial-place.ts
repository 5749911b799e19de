/** Which fragment of a surface this is (envelope 2.3). */
import { member } from '@openwop-inspector/base';

export interface PartialPlace {
  /** "fragment 2 of 5", "fragment 2 of an unknown number". */
  readonly words: string;
}

/** The place of a fragment; null for what is whole, the last fragment included. */
export function partialPlace(partial: unknown): PartialPlace | null {
  if (member(partial, 'isPartial') !== true) return null;
  const index = member(partial, 'index');
  const total = member(partial, 'total');
  if (!isCount(index)) return { words: 'a fragment' };
  return {
    words: `fragment ${index + 1} of ${isCount(total) && total > 0 ? String(total) : 'an unknown number'}`,
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

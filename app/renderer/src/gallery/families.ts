import { RENDERING_DISPLAYS } from '@openwop-inspector/protocol';
import type { Family } from './story.ts';

/** Each file of stories exports one family. */
const FILES = import.meta.glob<Readonly<Record<string, Family>>>('./stories/*.ts', { eager: true });

/** Families of hints come first, in the order of the protocol; a family that is not listed here comes last. */
const ORDER: readonly string[] = [
  ...RENDERING_DISPLAYS,
  'surface',
  'deltas',
  'clarification-request',
  'schema',
  'error',
  'interrupts',
  'tool-calls',
  'usage',
  'prompt',
  'failures',
  'reasoning',
  'raw',
];

/** Everything that the gallery shows, in the order of the list. */
export const families: readonly Family[] = Object.values(FILES)
  .flatMap((file) => Object.values(file))
  .toSorted((one, other) => placeOf(one) - placeOf(other));

function placeOf({ name }: Family): number {
  const place = ORDER.indexOf(name);
  return place < 0 ? ORDER.length : place;
}

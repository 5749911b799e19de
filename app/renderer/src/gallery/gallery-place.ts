/** The displayed story, from the address: `#markdown/hostile`. */

import { RENDERING_DISPLAYS } from '@openwop-inspector/protocol';
import type { Family, Story } from './story.ts';

/** A story with its family. `address` is unique and follows `#`. */
export interface GalleryItem {
  readonly family: Family;
  readonly story: Story;
  readonly address: string;
}

/** All stories in the order of the list. */
export function galleryItems(families: readonly Family[]): readonly GalleryItem[] {
  return families.flatMap((family) =>
    family.stories.map((story) => ({ family, story, address: `${family.name}/${story.name}` })),
  );
}

/** The item of a fragment; of a family alone its first, for anything unknown the first of all. */
export function itemAt(items: readonly GalleryItem[], hash: string): GalleryItem | undefined {
  const address = hash.replace(/^#/, '');
  return (
    items.find((item) => item.address === address) ??
    items.find((item) => item.family.name === address) ??
    items[0]
  );
}

/** The item the given number of steps further, clamped to the ends. */
export function adjacentItem(
  items: readonly GalleryItem[],
  from: GalleryItem,
  steps: number,
): GalleryItem | undefined {
  const at = items.findIndex(({ address }) => address === from.address) + steps;
  return items[Math.min(items.length - 1, Math.max(0, at))];
}

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

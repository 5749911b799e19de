/** Where masking changed a value. */
import { pointerTo } from '@openwop-inspector/base';

export interface MaskedPlace {
  /** Pointer in the masked value; keys in it are masked. */
  readonly pointer: string;
  readonly value: unknown;
}

/** Places of which a trace speaks. */
const MOST_PLACES = 50;

/** The strings and keys that differ between a value and its masked copy, at most fifty. */
export function maskedPlaces(original: unknown, masked: unknown): readonly MaskedPlace[] {
  const places: MaskedPlace[] = [];
  compare(original, masked, '', places);
  return places;
}

function compare(original: unknown, masked: unknown, pointer: string, places: MaskedPlace[]): void {
  if (Object.is(original, masked) || places.length >= MOST_PLACES) return;
  if (typeof masked !== 'object' || masked === null || typeof original !== 'object' || original === null) {
    places.push({ pointer, value: masked });
    return;
  }
  const before = Object.entries(original);
  Object.entries(masked).forEach(([key, value], index) => {
    const place = pointerTo(pointer, key);
    const [oldKey, oldValue] = before[index] ?? [key, undefined];
    if (oldKey === key) compare(oldValue, value, place, places);
    else if (places.length < MOST_PLACES) places.push({ pointer: place, value });
  });
}

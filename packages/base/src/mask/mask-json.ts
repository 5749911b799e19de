/** Masking of parsed JSON values. */

import { keepWritten, WrittenNumber, writtenNumber } from '../json/exact-number.ts';
import type { FindSecrets } from '../secrets/find-secrets.ts';
import { repeatedIn } from '../secrets/known-secrets.ts';
import { type SecretSpan, withSpans } from '../secrets/span.ts';
import { maskedForm } from './mark.ts';
import type { Masked, MaskedValue } from './masked-text.ts';
import { type Scalar, SecretWalk } from './secret-walk.ts';

type Container = Record<string, unknown> | unknown[];

/** Where a copied value goes. */
interface Place {
  readonly into: Container;
  readonly key: string;
}

/** An object or array that is being copied: its names or indexes, and how far it came. */
interface Pending {
  readonly from: Readonly<Record<string, unknown>>;
  readonly isArray: boolean;
  readonly names: readonly string[];
  readonly into: Container;
  at: number;
}

const NONE: readonly SecretSpan[] = [];

/**
 * Returns a masked copy of the parsed JSON value of `key`. Names are masked like text. Objects of the copy have no
 * prototype, so that `__proto__` is a name like any other. A secret found by its name is masked everywhere else too.
 * Iterative; O(text).
 */
export function maskedCopyOf(value: unknown, key: string | null, find: FindSecrets): Masked<MaskedValue> {
  const first = copied(value, key, find);
  if (first.repeated.size === 0) return first;
  return copied(value, key, repeatedIn(first.repeated, find));
}

function copied(
  value: unknown,
  key: string | null,
  find: FindSecrets,
): Masked<MaskedValue> & { readonly repeated: ReadonlySet<string> } {
  let masked = 0;
  const root: unknown[] = [];
  const walk = new SecretWalk<Place>(key, find, ({ leaf, text }: Scalar<Place>, spans) => {
    masked += spans.length;
    put(leaf, withSpans(text, spans, maskedForm));
  });
  const open: Pending[] = [];
  const begin = (item: unknown, place: Place, written: string | null = null): void => {
    if (typeof item !== 'object' || item === null || item instanceof WrittenNumber) {
      put(place, item);
      if (typeof item === 'string') walk.text(place, item);
      else if (typeof item === 'number' || typeof item === 'bigint') {
        if (written !== null) keepWritten(place.into, place.key, written);
        walk.number(place, written ?? String(item));
      } else if (item instanceof WrittenNumber) walk.number(place, item.text);
      return;
    }
    const isArray = Array.isArray(item);
    const into: Container = isArray ? [] : Object.create(null);
    put(place, into);
    walk.open(isArray);
    const from = item as Pending['from']; // an object or an array, as was just checked
    const names = isArray ? Array.from(item.keys(), String) : Object.keys(item);
    open.push({ from, isArray, names, into, at: 0 });
  };
  begin(value, { into: root, key: '0' });
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const { from, isArray, names, into } = top;
    const name = names[top.at++];
    if (name === undefined) {
      open.pop();
      walk.close();
      continue;
    }
    const spans = isArray ? NONE : walk.name(name);
    masked += spans.length;
    const key = spans.length === 0 ? name : freeName(into, withSpans(name, spans, maskedForm));
    begin(from[name], { into, key }, writtenNumber(from, name));
  }
  walk.end();
  return { value: root[0] as MaskedValue, masked, repeated: walk.repeated };
}

/** Objects of the copy have no prototype, so a plain assignment makes an own member. */
function put({ into, key }: Place, value: unknown): void {
  if (Array.isArray(into)) into[Number(key)] = value;
  else into[key] = value;
}

/** Two different names may look alike once masked. */
function freeName(into: Container, name: string): string {
  let free = name;
  for (let i = 2; Object.hasOwn(into, free); i++) free = `${name} (${i})`;
  return free;
}

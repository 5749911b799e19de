import { isRecord } from '@openwop-inspector/base';
import type { Surroundings } from '../open/open-log.ts';
import { readJsonFile } from '../open/whole-text.ts';

/** Vectors believed to be wrong, with the reason, by id. */
export type KnownVectors =
  | { readonly kind: 'read'; readonly reasons: ReadonlyMap<string, string> }
  | { readonly kind: 'refused'; readonly message: string };

/** Of all vectors that run, this share may be believed wrong; of few vectors, one. */
const MAX_SHARE = 0.02;

/** Reads `{"known": [{"id", "reason"}]}`. Each entry needs a reason. */
export async function readKnownVectors(file: string, surroundings: Surroundings): Promise<KnownVectors> {
  const read = await readJsonFile(file, surroundings);
  if (read.kind === 'refused') return read;
  const refuse = (why: string): KnownVectors => ({ kind: 'refused', message: `${file}: ${why}` });
  const { value } = read;
  const list = isRecord(value) ? value.known : undefined;
  if (!Array.isArray(list)) return refuse('it takes an object with one array, known');
  const reasons = new Map<string, string>();
  for (const [index, entry] of list.entries()) {
    const { id, reason } = isRecord(entry) ? entry : {};
    if (typeof id !== 'string' || typeof reason !== 'string' || reason.trim() === '') {
      return refuse(`/known/${index} takes an id and a reason, both texts`);
    }
    reasons.set(id, reason);
  }
  return { kind: 'read', reasons };
}

/** Why a list of known vectors is too long for the vectors that run; null when it is not. */
export function whyTooManyKnown(listed: number, vectors: number): string | null {
  const most = Math.max(1, Math.floor(vectors * MAX_SHARE));
  if (listed <= most) return null;
  return `it lists ${listed} of ${vectors} vectors; at most 2 %, here ${most}, may be believed wrong`;
}

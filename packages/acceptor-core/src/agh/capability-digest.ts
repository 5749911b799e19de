import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { type JsonObject, ownValue } from '@openwop-inspector/base';
import { trimSpace } from './agh-work.ts';

/** Keys of texts, in the order of the digest. */
const TEXTS = ['id', 'summary', 'outcome', 'version'] as const;
/** Keys of lists of texts, in the order of the digest. */
export const CAPABILITY_LISTS = [
  'context_needed',
  'artifacts_expected',
  'execution_outline',
  'constraints',
  'examples',
] as const;

/**
 * The digest that a capability should carry (agh 4): `sha256:` and the hash of its compact JSON in a fixed order, with
 * values trimmed, absent and empty ones left out, requirements in order of their bytes, written as Go writes JSON.
 * Members of another type count as absent. O(size). Never throws.
 */
export function capabilityDigest(capability: Readonly<Record<string, unknown>>): string {
  const members: string[] = [];
  for (const key of TEXTS) {
    const text = trimmed(ownValue(capability, key));
    // The first three are written even when empty.
    if (text !== '' || key !== 'version') members.push(`${goJson(key)}:${goJson(text)}`);
  }
  for (const key of CAPABILITY_LISTS)
    addList(
      members,
      key,
      textsOf(capability, key).filter((text) => text !== ''),
    );
  addList(members, 'requirements', textsOf(capability, 'requirements').sort(byBytes));
  return `sha256:${bytesToHex(sha256(utf8ToBytes(`{${members.join(',')}}`)))}`;
}

function trimmed(value: unknown): string {
  return typeof value === 'string' ? trimSpace(value) : '';
}

function textsOf(capability: JsonObject, key: string): string[] {
  const value = ownValue(capability, key);
  return Array.isArray(value) ? value.map(trimmed) : [];
}

function addList(members: string[], key: string, items: readonly string[]): void {
  if (items.length > 0) members.push(`${goJson(key)}:[${items.map(goJson).join(',')}]`);
}

/** Order of the UTF-8 bytes, which is the order of code points; the order of UTF-16 units is another one. */
function byBytes(first: string, second: string): number {
  const [a, b] = [[...first], [...second]];
  const at = a.findIndex((character, index) => character !== b[index]);
  if (at === -1) return a.length - b.length;
  return (a[at]?.codePointAt(0) ?? -1) - (b[at]?.codePointAt(0) ?? -1);
}

/** A text as the JSON encoder of Go writes it. It has read a lone surrogate as U+FFFD. */
function goJson(text: string): string {
  return JSON.stringify(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Returns the token of a peer in transport subjects: the first 16 bytes of SHA-256 as 32 hex digits (agh 8). */
export function peerSubjectToken(peer: string): string {
  return bytesToHex(sha256(utf8ToBytes(peer)).subarray(0, 16));
}

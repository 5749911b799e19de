/**
 * Names under which hosts, tools and people keep credentials, as the table has them. Names are compared without case,
 * separators and characters that show nothing, so that `api_key`, `apiKey`, `X-Api-Key` and `a-p-i_key` are one.
 */
import { foldedLetter, foldedName, MAX_NAME_LENGTH } from './fold-names.ts';
import { SECRET_NAMES } from './secret-table.ts';

const ENDS: readonly string[] = SECRET_NAMES.ends;
const EXACT: ReadonlySet<string> = new Set(SECRET_NAMES.exact);
/** Names under which digits alone are a credential. */
const NUMBERS: ReadonlySet<string> = new Set(SECRET_NAMES.numbers);
const BENIGN: readonly string[] = SECRET_NAMES.benignEnds;
const COUNTS: ReadonlySet<string> = new Set(SECRET_NAMES.counts);
const LIVE_TOKENS: ReadonlySet<string> = new Set(SECRET_NAMES.liveTokens);
const DESCRIPTIVE: ReadonlySet<string> = new Set(SECRET_NAMES.descriptive);

/** What is known of a name. */
interface NameFacts {
  readonly isSecret: boolean;
  readonly folded: string;
}

/** Facts by name. Names repeat in every event, and the longest list of them stays small. */
const known = new Map<string, NameFacts>();
const KNOWN_NAMES = 4096;

function factsOf(key: string): NameFacts {
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const folded = foldedName(key);
  const isSecret = EXACT.has(folded) || (endsAs(ENDS, folded) && !endsAs(BENIGN, folded));
  const facts = { isSecret, folded };
  if (known.size < KNOWN_NAMES && key.length <= MAX_NAME_LENGTH) known.set(key, facts);
  return facts;
}

const endsAs = (ends: readonly string[], name: string): boolean => ends.some((end) => name.endsWith(end));

/** True when text under this name is a credential or a live token. O(1); safe for hostile names. */
export function isSecretKey(key: string): boolean {
  return factsOf(key).isSecret;
}

/** True for a text that is nothing but such a name, next to its value in a list or a pair. O(1). */
export function isNameOfSecret(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH && !/[\s/:…[\](){}=,;"']/.test(text) && isSecretKey(text);
}

/** True for the names of live tokens: `interruptToken`, `token`, `streamToken`, `callbackUrl` (security S-20). */
export function isTokenKey(key: string): boolean {
  return LIVE_TOKENS.has(factsOf(key).folded);
}

/** True when a number under the name is a credential: not counts (`tokens`), and of a token no small number. */
export function isSecretNumber(key: string, written: string): boolean {
  const { isSecret, folded } = factsOf(key);
  if (NUMBERS.has(folded)) return /^[0-9]{3,12}$/.test(written);
  if (!isSecret || COUNTS.has(folded)) return false;
  return written.length >= (folded.endsWith('token') ? 6 : 3);
}

/** True for the names under which digits alone are a credential: `pin`. */
export function isNumberKey(key: string): boolean {
  return NUMBERS.has(factsOf(key).folded);
}

/** True for a member that describes a credential without containing it: `type`, `description`, `secretId`. */
function isDescriptive(key: string): boolean {
  const { folded } = factsOf(key);
  return DESCRIPTIVE.has(folded) || folded.endsWith('id') || folded.endsWith('ref') || folded.endsWith('at');
}

/**
 * Returns the effective name of a member's value: its own, or, below the name of a secret, that name, except for
 * members that describe the secret. O(1).
 */
export function nameBelow(above: string | null, member: string): string {
  if (above === null || isSecretKey(member) || !isSecretKey(above)) return member;
  return isDescriptive(member) ? member : above;
}

/** Names of the members of a pair such as `{"name": "Authorization", "value": "…"}`. */
export const PAIR_NAMES = ['name', 'key', 'header', 'field', 'headername', 'variable', 'k'];
const PAIR_VALUE = /^(?:value|val|content|data|headervalue|v|text)$/;

/** Returns the role of a member in a pair of a name and a value; null for any other. */
export function pairPart(member: string): 'name' | 'value' | null {
  if (member.length > MAX_NAME_LENGTH) return null;
  const name = member.toLowerCase();
  return PAIR_NAMES.includes(name) ? 'name' : PAIR_VALUE.test(name) ? 'value' : null;
}

/** Letters that a name of a secret ends with. */
const LAST_LETTERS = new Set([...ENDS, ...EXACT, ...NUMBERS].map((name) => name.charCodeAt(name.length - 1)));

/** False when no name of a secret ends with this character. */
export function mayEndName(code: number): boolean {
  return LAST_LETTERS.has(foldedLetter(code));
}

/** All names of the table, as they are compared. */
export const SECRET_NAME_TEXTS: readonly string[] = [...ENDS, ...EXACT, ...NUMBERS];

/** Letters and digits of a name. */
export const NAME_LETTERS = 36;
/** What may be said of a name that is read backwards as far as a node. */
const IS_END = 1;
const IS_WHOLE = 2;
const IS_COUNT = 4;
/** The names backwards: of each node the nodes after it by letter, 0 for none, and what is known there. */
export interface NameNodes {
  readonly next: Uint16Array;
  /** 1 an end, 2 a whole name, 4 one of counts too. */
  readonly knownAt: readonly number[];
}

let nodes: NameNodes | null = null;

/** The nodes of all names, made at the first call. */
export function nameNodes(): NameNodes {
  nodes ??= makeNodes();
  return nodes;
}

function makeNodes(): NameNodes {
  const letters = SECRET_NAME_TEXTS.reduce((sum, name) => sum + name.length, 0);
  const next = new Uint16Array((1 + letters) * NAME_LETTERS);
  const knownAt: number[] = [0];
  const addBackwards = (name: string, bit: number): void => {
    let node = 0;
    for (let i = name.length - 1; i >= 0; i--) {
      const slot = node * NAME_LETTERS + letterNumber(name.charCodeAt(i));
      if (next[slot] === 0) next[slot] = knownAt.push(0) - 1;
      node = next[slot] ?? 0;
    }
    knownAt[node] = (knownAt[node] ?? 0) | bit;
  };
  for (const name of ENDS) addBackwards(name, IS_END);
  for (const name of [...EXACT, ...NUMBERS])
    addBackwards(name, COUNTS.has(name) ? IS_WHOLE | IS_COUNT : IS_WHOLE);
  return { next, knownAt };
}

/** Number of a letter or digit, from 0. */
export function letterNumber(code: number): number {
  return code >= 97 ? code - 97 : code - 48 + 26;
}

/** A table with 0 for two ASCII characters, at `first * 128 + second`, with which no name of a secret ends. */
export function nameEndings(): Uint8Array {
  const table = new Uint8Array(128 * 128);
  for (let second = 0; second < 128; second++) {
    const end = foldedLetter(second);
    const last = end === 0 ? 0 : nextOf(0, end);
    for (let first = 0; last !== 0 && first < 128; first++) {
      const letter = foldedLetter(first);
      // Any character but a letter may be between two letters of a name.
      if (letter === 0 || nextOf(last, letter) !== 0) table[first * 128 + second] = 1;
    }
  }
  return table;
}

/**
 * True when the text before `end` may be the name of a secret; true wherever `isSecretKey` is true. Reads backwards and
 * stops at the first letter that does not fit.
 */
export function mayBeNameBefore(text: string, end: number): boolean {
  let node = 0;
  for (let at = end - 1; at >= Math.max(0, end - 4 * MAX_NAME_LENGTH) && node >= 0; at--)
    node = readBack(node, text.charCodeAt(at), text.charCodeAt(at - 1));
  return node === FOUND || (node >= 0 && isWhole(node));
}

const FOUND = -1;
const NO_NAME = -2;

const isWhole = (node: number): boolean => ((nameNodes().knownAt[node] as number) & IS_WHOLE) !== 0;

/** The node after a node and the character before the ones that were read, or the result so far. */
function readBack(node: number, code: number, before: number): number {
  const letter = foldedLetter(code);
  // A name that counts only alone ends where no name continues.
  if (letter === 0)
    return isWhole(node) && code < 128 && code !== 45 && code !== 46 && code !== 95 ? FOUND : node;
  // The letter of an escape such as `\n` belongs to no name, nor does a character that no name has.
  if ((before === 92 || letter < 0) && isWhole(node)) return FOUND;
  const next = letter < 0 ? 0 : nextOf(node, letter);
  if (next === 0) return NO_NAME;
  return ((nameNodes().knownAt[next] as number) & IS_END) === 0 ? next : FOUND;
}

function nextOf(node: number, letter: number): number {
  return nameNodes().next[node * NAME_LETTERS + letterNumber(letter)] as number;
}

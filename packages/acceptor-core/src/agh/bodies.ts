/** The bodies of the seven kinds (agh 4). Unknown fields are preserved. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { isRecord, type JsonObject, objectAt, ownValue, textAt } from '@openwop-inspector/base';
import { AGH_REASONS, type AghKind } from '@openwop-inspector/protocol';
import { type AghDetail, type AghMessage, trimSpace } from './agh-work.ts';
import { TRACE_STATES } from './lifecycle.ts';

/** The faults of the body of a message, in order; none when it is in form. */
export function bodyFaults(message: AghMessage): readonly AghDetail[] {
  const fields = new BodyFields(message.body, '/body');
  BODIES[message.kind](fields, message);
  return fields.details;
}

/** The check of each kind's body. */
const BODIES: Readonly<Record<AghKind, (fields: BodyFields, message: AghMessage) => void>> = {
  /** `peer_card*`, `summary?`. */
  greet: (fields, message) => {
    checkCard(fields, message);
    fields.may({ summary: 'string' });
  },
  /** `type*`; a request may have a `query` and has no card, a response needs one. */
  whois: (fields, message) => {
    const type = fields.needWord('type', ['request', 'response']);
    fields.may({ query: 'string' });
    if (type === 'response') checkCard(fields, message);
    if (type === 'request' && fields.has('peer_card'))
      fields.wrong('peer_card', 'does not belong in a request');
  },
  say: checkSpeech,
  direct: checkSpeech,
  /** `capability*`, an object of its own. */
  capability: (fields) => {
    const capability = fields.needRecord('capability', '; its fields belong inside it');
    if (capability === null) return;
    for (const key of ['id', 'summary', 'outcome', 'digest']) capability.needText(key);
    capability.may({ version: 'string' });
    for (const key of CAPABILITY_LISTS) capability.mayTexts(key);
    // Each requirement is there and there once, white space aside.
    const requirements = capability.mayTexts('requirements').map(trimSpace);
    if (requirements.includes('')) capability.wrong('requirements', 'holds a blank requirement');
    if (new Set(requirements).size < requirements.length)
      capability.wrong('requirements', 'holds the same requirement twice');
  },
  /** `for_id*`, `status*`, `reason_code` by status, `detail?`. */
  receipt: (fields) => {
    fields.needText('for_id');
    fields.may({ detail: 'string' });
    const status = fields.needWord('status', STATUSES);
    fields.mayWord('reason_code', AGH_REASONS);
    const hasReason = fields.has('reason_code');
    if (status === 'accepted' && hasReason) fields.wrong('reason_code', 'does not belong to accepted');
    if (status !== null && WITH_REASON.includes(status) && !hasReason)
      fields.wrong('reason_code', `is missing, ${status} needs it`);
  },
  /** `state*`, `message?`, `result?`, `artifact_refs?`. */
  trace: (fields) => {
    fields.needWord('state', TRACE_STATES);
    fields.may({ message: 'string', result: 'object', artifact_refs: 'array' });
  },
};

const WITH_REASON = ['rejected', 'duplicate', 'expired', 'unsupported'];
const STATUSES = ['accepted', ...WITH_REASON, 'canceled'];

/** `text*`, `intent?`, `artifacts?`: the body of say and direct. Artifacts are opaque and never opened. */
function checkSpeech(fields: BodyFields): void {
  fields.needText('text');
  fields.may({ intent: 'string', artifacts: 'array' });
}

const LISTS_OF_CARD = ['profiles_supported', 'capabilities', 'artifacts_supported', 'trust_modes_supported'];

/** The card of the sender. What it claims is never proof of anything. */
function checkCard(fields: BodyFields, { from }: AghMessage): void {
  const card = fields.needRecord('peer_card');
  if (card === null) return;
  const peerId = card.needText('peer_id');
  // The grammar of a peer id needs no check of its own: `from` has passed it.
  if (peerId !== null && peerId !== from) card.wrong('peer_id', 'is not the sender');
  for (const key of LISTS_OF_CARD) card.needTexts(key);
  card.may({ display_name: 'string', ext: 'object' });
}

/** True for a capability whose digest does not fit it (agh 4), of a body without faults. */
export function isForged({ kind, body }: AghMessage): boolean {
  const capability = objectAt(body, 'capability');
  return (
    kind === 'capability' && trimSpace(textAt(capability, 'digest') ?? '') !== capabilityDigest(capability)
  );
}

/** Reads the fields of an object and collects its faults. As in the reference, null is the same as absent. */
class BodyFields {
  readonly #record: JsonObject;
  readonly #at: string;
  readonly details: AghDetail[];

  /** `at`: RFC 6901 pointer of the record; its keys are plain names of the protocol, other ones are ignored. */
  constructor(record: JsonObject, at: string, details: AghDetail[] = []) {
    this.#record = record;
    this.#at = at;
    this.details = details;
  }

  wrong(key: string, message: string): null {
    this.details.push({ pointer: `${this.#at}/${key}`, message });
    return null;
  }

  has(key: string): boolean {
    return this.#given(key) !== undefined;
  }

  /** The fields of an object; null when it is not there or none. */
  needRecord(key: string, hint = ''): BodyFields | null {
    const value = this.#needs(key, hint);
    if (isRecord(value)) return new BodyFields(value, `${this.#at}/${key}`, this.details);
    return value === undefined ? null : this.wrong(key, 'is not of type object');
  }

  /** A text that is not blank. */
  needText(key: string): string | null {
    const value = this.#needs(key);
    if (value === undefined) return null;
    if (typeof value !== 'string') return this.wrong(key, 'is not of type string');
    return trimSpace(value) === '' ? this.wrong(key, 'is blank') : value;
  }

  /** One of the allowed words, exactly. */
  needWord(key: string, allowed: readonly string[]): string | null {
    return this.#needs(key) === undefined ? null : this.mayWord(key, allowed);
  }

  /** A list of texts that must be there, even when empty. */
  needTexts(key: string): void {
    if (this.#needs(key) !== undefined) this.mayTexts(key);
  }

  mayWord(key: string, allowed: readonly string[]): string | null {
    const value = this.#given(key);
    if (value === undefined) return null;
    if (typeof value === 'string' && allowed.includes(value)) return value;
    return this.wrong(key, `is not one of ${allowed.join(', ')}`);
  }

  mayTexts(key: string): readonly string[] {
    const value = this.#given(key) ?? [];
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    this.wrong(key, 'is not a list of texts');
    return [];
  }

  /** Fields that may be there, of these types. */
  may(types: Readonly<Record<string, keyof typeof TYPES>>): void {
    for (const [key, type] of Object.entries(types)) {
      const value = this.#given(key);
      if (value !== undefined && !TYPES[type](value)) this.wrong(key, `is not of type ${type}`);
    }
  }

  #given(key: string): unknown {
    return ownValue(this.#record, key) ?? undefined;
  }

  #needs(key: string, hint = ''): unknown {
    const value = this.#given(key);
    if (value === undefined) this.wrong(key, `${key} is missing${hint}`);
    return value;
  }
}

const TYPES = {
  string: (value: unknown) => typeof value === 'string',
  array: Array.isArray,
  object: isRecord,
} as const;

/** Keys of texts, in the order of the digest. */
const TEXTS = ['id', 'summary', 'outcome', 'version'] as const;
/** Keys of lists of texts, in the order of the digest. */
const CAPABILITY_LISTS = [
  'context_needed',
  'artifacts_expected',
  'execution_outline',
  'constraints',
  'examples',
];

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
  for (const key of CAPABILITY_LISTS) addList(members, key, textsOf(capability, key).filter(Boolean));
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

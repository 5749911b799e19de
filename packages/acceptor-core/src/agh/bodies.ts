/** The bodies of the seven kinds (agh 4). Unknown fields are preserved. */
import { isRecord, type JsonObject, ownValue } from '@openwop-inspector/base';
import { AGH_REASONS, type AghKind } from '@openwop-inspector/protocol';
import { type AghDetail, type AghMessage, trimSpace } from './agh-work.ts';
import { CAPABILITY_LISTS, capabilityDigest } from './capability-digest.ts';
import { TRACE_STATES } from './lifecycle.ts';

/** The check of each kind's body. */
export const BODIES: Readonly<Record<AghKind, (message: AghMessage) => BodyVerdict>> = {
  greet: greetBody,
  whois: whoisBody,
  say: sayBody,
  direct: sayBody,
  capability: capabilityBody,
  receipt: receiptBody,
  trace: traceBody,
};

/** `peer_card*`, `summary?`. */
function greetBody(message: AghMessage): BodyVerdict {
  const fields = bodyFields(message.body, '/body');
  fields.mayText('summary');
  return inForm(peerCard(message), fields);
}

/** `type*`; a request may have a `query` and has no card, a response needs one. */
function whoisBody(message: AghMessage): BodyVerdict {
  const fields = bodyFields(message.body, '/body');
  const type = fields.needWord('type', ['request', 'response']);
  fields.mayText('query');
  if (type === 'response') return inForm(fields, peerCard(message));
  if (type === 'request' && fields.has('peer_card'))
    fields.wrong('peer_card', 'does not belong in a request');
  return inForm(fields);
}

const LISTS_OF_CARD = [
  'profiles_supported',
  'capabilities',
  'artifacts_supported',
  'trust_modes_supported',
] as const;

/** The card of the sender. What it claims is never proof of anything. */
function peerCard({ body, from }: AghMessage): BodyFields {
  const value = ownValue(body, 'peer_card');
  if (!isRecord(value)) {
    const fields = bodyFields(body, '/body');
    fields.wrong('peer_card', fields.has('peer_card') ? 'is not of type object' : 'peer_card is missing');
    return fields;
  }
  const card = bodyFields(value, '/body/peer_card');
  const peerId = card.needText('peer_id');
  // The grammar of a peer id needs no check of its own: `from` has passed it.
  if (peerId !== null && peerId !== from) card.wrong('peer_id', 'is not the sender');
  for (const key of LISTS_OF_CARD) card.needTexts(key);
  card.mayText('display_name');
  card.mayRecord('ext');
  return card;
}

/** `text*`, `intent?`, `artifacts?`: the body of say and direct. Artifacts are opaque and never opened. */
function sayBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needText('text');
  fields.mayText('intent');
  fields.mayList('artifacts');
  return inForm(fields);
}

const WITH_REASON = ['rejected', 'duplicate', 'expired', 'unsupported'];
const STATUSES = ['accepted', ...WITH_REASON, 'canceled'];

/** `for_id*`, `status*`, `reason_code` by status, `detail?`. */
function receiptBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needText('for_id');
  fields.mayText('detail');
  const status = fields.needWord('status', STATUSES);
  fields.mayWord('reason_code', AGH_REASONS);
  const hasReason = fields.has('reason_code');
  if (status === 'accepted' && hasReason) fields.wrong('reason_code', 'does not belong to accepted');
  if (status !== null && WITH_REASON.includes(status) && !hasReason) {
    fields.wrong('reason_code', `is missing, ${status} needs it`);
  }
  return inForm(fields);
}

/** `state*`, `message?`, `result?`, `artifact_refs?`. */
function traceBody({ body }: AghMessage): BodyVerdict {
  const fields = bodyFields(body, '/body');
  fields.needWord('state', TRACE_STATES);
  fields.mayText('message');
  fields.mayRecord('result');
  fields.mayList('artifact_refs');
  return inForm(fields);
}

/** `capability*`, an object of its own, with a digest that fits it (agh 4). */
function capabilityBody({ body }: AghMessage): BodyVerdict {
  const value = ownValue(body, 'capability');
  if (!isRecord(value)) {
    const outer = bodyFields(body, '/body');
    outer.wrong(
      'capability',
      outer.has('capability')
        ? 'is not of type object'
        : 'capability is missing; its fields belong inside it',
    );
    return inForm(outer);
  }
  const fields = bodyFields(value, '/body/capability');
  const digest = checkForm(fields);
  if (fields.details.length > 0 || digest === null) return inForm(fields);
  const isForged = trimSpace(digest) !== capabilityDigest(value);
  if (isForged) fields.wrong('digest', 'does not fit the capability');
  return { details: fields.details, isForged };
}

function checkForm(fields: BodyFields): string | null {
  for (const key of ['id', 'summary', 'outcome'] as const) fields.needText(key);
  const digest = fields.needText('digest');
  fields.mayText('version');
  for (const key of CAPABILITY_LISTS) fields.mayTexts(key);
  checkRequirements(fields);
  return digest;
}

/** Each requirement is there and there once, white space aside. */
function checkRequirements(fields: BodyFields): void {
  const requirements = fields.mayTexts('requirements').map(trimSpace);
  if (requirements.includes('')) fields.wrong('requirements', 'holds a blank requirement');
  if (new Set(requirements).size < requirements.length) {
    fields.wrong('requirements', 'holds the same requirement twice');
  }
}

/** Result of a body check. */
interface BodyVerdict {
  readonly details: readonly AghDetail[];
  /** True when all is in form and only a digest does not fit. */
  readonly isForged: boolean;
}

type BodyFields = ReturnType<typeof bodyFields>;

/**
 * Reads the fields of `record`, which is at the RFC 6901 pointer `at`, and collects its faults. Keys are plain names of
 * the protocol. As in the reference, null is the same as absent; other fields are ignored.
 */
function bodyFields(record: JsonObject, at: string) {
  const details: AghDetail[] = [];
  const wrong = (key: string, message: string) => {
    details.push({ pointer: `${at}/${key}`, message });
  };
  const given = (key: string) => ownValue(record, key) ?? undefined;
  const expectType = (key: string, fits: (value: unknown) => boolean, type: string) => {
    const value = given(key);
    if (value !== undefined && !fits(value)) wrong(key, `is not of type ${type}`);
  };
  const mayWord = (key: string, allowed: readonly string[]) => {
    const value = given(key);
    if (value === undefined) return null;
    if (typeof value === 'string' && allowed.includes(value)) return value;
    wrong(key, `is not one of ${allowed.join(', ')}`);
    return null;
  };
  const mayTexts = (key: string): readonly string[] => {
    const value = given(key) ?? [];
    if (isTexts(value)) return value;
    wrong(key, 'is not a list of texts');
    return [];
  };
  const isMissing = (key: string) => {
    if (given(key) !== undefined) return false;
    wrong(key, `${key} is missing`);
    return true;
  };
  return {
    details,
    wrong,
    mayWord,
    mayTexts,
    has: (key: string) => given(key) !== undefined,
    /** A text that is not blank. */
    needText(key: string): string | null {
      if (isMissing(key)) return null;
      const value = given(key);
      if (typeof value !== 'string') wrong(key, 'is not of type string');
      else if (trimSpace(value) === '') wrong(key, 'is blank');
      else return value;
      return null;
    },
    /** One of the allowed words, exactly. */
    needWord: (key: string, allowed: readonly string[]) => (isMissing(key) ? null : mayWord(key, allowed)),
    mayText: (key: string) => expectType(key, (value) => typeof value === 'string', 'string'),
    mayList: (key: string) => expectType(key, Array.isArray, 'array'),
    mayRecord: (key: string) => expectType(key, isRecord, 'object'),
    /** A list of texts that must be there, even when empty. */
    needTexts(key: string) {
      if (!isMissing(key)) mayTexts(key);
    },
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** The verdict on fields without a digest. */
function inForm(...fields: readonly BodyFields[]): BodyVerdict {
  return { details: fields.flatMap(({ details }) => details), isForged: false };
}

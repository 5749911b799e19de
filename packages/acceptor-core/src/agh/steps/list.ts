/** The steps of the seed dialect in the order they run (agh 2), and those that both dialects share. */
import { isRecord, type JsonObject, ownValue, textAt } from '@openwop-inspector/base';
import {
  AGH_KINDS,
  AGH_LATER_KEYS,
  type AghKind,
  aghSignalOf,
  checkDocument,
  type DocumentName,
  isReasonOfOther,
} from '@openwop-inspector/protocol';
import { whyNotJson } from '../../pipeline/measure.ts';
import { parseJsonText } from '../../vectors/parse-json-text.ts';
import {
  type AghAnswer,
  type AghContainer,
  type AghDetail,
  type AghMessage,
  type AghStep,
  type AghWork,
  decided,
  interactionKey,
  malformed,
  messageStep,
  nowOf,
  ownSeconds,
  pairKey,
  passed,
  recordStep,
  rejected,
  skipped,
  unchecked,
  warn,
} from '../agh-work.ts';
import { bodyFaults, isForged } from '../bodies.ts';
import { applyMove, lifecycleMove } from '../lifecycle.ts';
import { warnOfSecrets } from '../secret-shaped.ts';

/** A `ts` of thirteen digits is a time of today in milliseconds (agh 1). */
const isInMilliseconds = (ts: number): boolean => ts >= 1_000_000_000_000 && ts <= 9_999_999_999_999;

/** A3: expires_at, else the age; and a time too far ahead in both cases. */
export const freshness = messageStep({
  id: 'A3',
  name: 'freshness',
  clause: 'agh 3',
  inputs: ['/ts', '/expires_at', 'now', 'maxReplayAge'],
  check: (message, work) => {
    const isMilliseconds = isInMilliseconds(message.ts);
    // The fixed clock, or the newest `ts` so far with this one; one in milliseconds would expire all that follow it.
    if (!isMilliseconds) work.memory.newestTs = Math.max(work.memory.newestTs ?? message.ts, message.ts);
    const now = nowOf(work.settings, work.memory) ?? message.ts;
    const { maxReplayAge } = work.settings;
    if (isMilliseconds) warn(work, 'ts_milliseconds', 'ts looks like milliseconds', '/ts');
    if (message.ts - now > maxReplayAge) {
      warn(work, 'future_timestamp', `ts is ${message.ts - now} seconds ahead of the clock`, '/ts');
      return rejected('expired', `future timestamp${isMilliseconds ? ', looks like milliseconds' : ''}`);
    }
    if (message.expiresAt === null) {
      const age = `${now - message.ts} s old, the limit is ${maxReplayAge} s`;
      return now - message.ts > maxReplayAge ? rejected('expired', age) : passed(age);
    }
    // A message with `expires_at` may be of any age. Equal to now counts as expired.
    const left = message.expiresAt - now;
    if (left <= 0) return rejected('expired', `expires_at was ${-left} s ago`);
    return passed(`${left} s until expires_at; the age is not checked`);
  },
});

/** A1: JSON in UTF-8, one object at the top, nested no deeper than 64 levels. */
export const parse: AghStep<'A1'> = {
  id: 'A1',
  name: 'parse',
  clause: 'agh 2',
  inputs: [''],
  check: (work) => {
    const { input } = work;
    if (!('text' in input)) return checkValue(input.value, work);
    const { text } = input;
    if (/\p{Surrogate}/u.test(text)) return rejected('malformed', 'not UTF-8');
    if (text.startsWith('\ufeff')) return rejected('malformed', 'a byte order mark before the message');
    const parsed = parseJsonText(text);
    if (parsed.ok) return checkValue(parsed.value, work);
    return rejected('malformed', `not JSON, line ${parsed.line}, column ${parsed.column}`, [
      { pointer: '', message: parsed.message },
    ]);
  },
};

function checkValue(value: unknown, work: AghWork): AghAnswer {
  const why = whyNotJson(value);
  if (why !== null) return rejected('malformed', why);
  if (!isRecord(value)) return rejected('malformed', 'not an object');
  work.record = value;
  const signal = aghSignalOf(value);
  const { dialect, isMixed } = work.settings;
  work.judgedAs = isMixed && (signal === 'seed' || signal === 'later') ? signal : dialect;
  if (work.judgedAs === 'seed') {
    // Says when a message is of another version than the seed's; it is never refused for that alone (agh 9).
    const later = AGH_LATER_KEYS.filter((key) => ownValue(value, key) !== undefined);
    if (later.length > 0)
      warn(work, 'later_dialect', `a later dialect, recognized by ${later.join(', ')}`, `/${later[0]}`);
    if (ownValue(value, 'kind') === 'recipe')
      warn(work, 'earlier_dialect', 'an earlier dialect, recognized by the kind recipe', '/kind');
  }
  warnOfSecrets(value, work);
  return passed('a JSON object');
}

/** The keys that every message has in both dialects. */
export const REQUIRED = ['protocol', 'id', 'kind', 'channel', 'from', 'ts', 'body'] as const;

/** A2a: the keys that every message has. Later steps check their values. */
export function requiredKeys(keys: readonly string[], clause: string): AghStep<'A2a'> {
  return recordStep({
    id: 'A2a',
    name: 'required keys',
    clause,
    inputs: keys.map((key) => `/${key}`),
    check: (record) => {
      const missing = keys.filter((key) => ownValue(record, key) === undefined);
      if (missing.length === 0) return passed('all required keys are there');
      return malformed(missing.map((key) => ({ pointer: `/${key}`, message: `${key} is missing` })));
    },
  });
}

const PROTOCOL = 'agh-network/v0';

/** A2b: the protocol. Another version of it is distinguished from another protocol; the reference calls both malformed. */
export const protocol = recordStep({
  id: 'A2b',
  name: 'protocol',
  clause: 'agh 2',
  inputs: ['/protocol'],
  check: (record) => {
    const value = ownValue(record, 'protocol');
    if (value === PROTOCOL) return passed(PROTOCOL);
    const details = [{ pointer: '/protocol', message: `is not ${PROTOCOL}` }];
    if (typeof value === 'string' && value.startsWith('agh-network/'))
      return rejected('unsupported_profile', 'another version of AGH Network', details);
    return rejected('malformed', 'another protocol', details);
  },
});

/** A2c: one of the kinds of the dialect. */
export function kindOf(kinds: readonly AghKind[], count: string, clause: string): AghStep<'A2c'> {
  return recordStep({
    id: 'A2c',
    name: 'kind',
    clause,
    inputs: ['/kind'],
    check: (record, work) => {
      const value = ownValue(record, 'kind');
      work.kind = kinds.find((known) => known === value) ?? null;
      if (work.kind !== null) return passed(work.kind);
      const details = [{ pointer: '/kind', message: `is not one of ${kinds.join(', ')}` }];
      return rejected('unsupported_kind', `not one of the ${count} kinds`, details);
    },
  });
}

/** The body of a message by its kind (agh 4, 9.3). */
export function checkBody(message: AghMessage, work: AghWork): AghAnswer {
  const details = bodyFaults(message);
  if (details.length > 0) return malformed(details);
  if (isForged(message))
    return rejected('verification_failed', 'the digest does not fit the capability', [
      { pointer: '/body/capability/digest', message: 'does not fit the capability' },
    ]);
  const reason = message.kind === 'receipt' ? textAt(message.body, 'reason_code') : null;
  if (reason !== null && isReasonOfOther(reason, work.judgedAs))
    warn(work, 'other_dialect_reason', 'the reason is one of the other dialect', '/body/reason_code');
  return passed(`a body of ${message.kind}`);
}

/** A5a: a directed message must be for a local peer of its channel. */
export const routing = messageStep({
  id: 'A5a',
  name: 'routing',
  clause: 'agh 2',
  inputs: ['/channel', '/to', 'localPeers'],
  check: ({ channel, to }, { settings: { localPeers } }) => {
    if (to === null) return passed('a broadcast');
    if (localPeers === null) return unchecked('local peers unknown');
    if (localPeers.has(pairKey(channel, to))) return passed('for a local peer');
    return rejected('not_target', 'for no local peer of this channel');
  },
});

/** A5b: the same id of the same sender within the replay window (agh 3). */
export const duplicate = messageStep({
  id: 'A5b',
  name: 'duplicate',
  clause: 'agh 2',
  inputs: ['/from', '/id'],
  check: (message, { settings, memory }) => {
    const key = pairKey(message.from, message.id);
    const now = nowOf(settings, memory) ?? message.ts;
    const until = memory.seen.get(key);
    if (until !== undefined && until > now) {
      const details = [{ pointer: '/id', message: 'was seen in the replay window' }];
      return decided('this sender used the id before', 'duplicate', 'duplicate', details);
    }
    // Until the message could no longer be fresh, at least one second.
    memory.seen.set(
      key,
      Math.max(
        Math.min(message.ts + settings.maxReplayAge, message.expiresAt ?? Number.POSITIVE_INFINITY),
        now + 1,
      ),
    );
    return passed('not seen before');
  },
});

/** Fields whose grammar allows no white space, which the reference trims away before it looks. */
const TRIMMED_BY_REFERENCE = ['channel', 'from', 'to'];

/** A2d: grammar of channel and peers, types of all fields, no unknown keys: the closed shape of the dialect. */
export function grammarOf(
  document: DocumentName,
  clause: string,
  keys: { readonly nullable: readonly string[]; readonly others: readonly string[] },
): AghStep<'A2d'> {
  const nullable = new Set(keys.nullable);
  const known = new Set([...REQUIRED, ...keys.others, ...nullable]);
  return recordStep({
    id: 'A2d',
    name: 'grammar',
    clause,
    inputs: [''],
    check: (record, work) => {
      // A copy without fields that are null and may be absent, which the seed should not have (agh 1.1), and without unknown
      // keys if those may be: by an option, and in a viewer of the later dialect.
      const { isViewer, warnsOfUnknownKeys } = work.settings;
      const isSeed = work.judgedAs === 'seed';
      const stored = Object.entries(record).filter(([key, value]) => {
        if (value === null && nullable.has(key)) {
          if (isSeed) warn(work, 'null_optional', `${key} is null and taken as absent`, `/${key}`);
          return false;
        }
        if (known.has(key) || !(warnsOfUnknownKeys || (isViewer && !isSeed))) return true;
        warn(work, 'unknown_key', 'an unknown key is preserved and ignored');
        return false;
      });
      const tolerated = Object.fromEntries(stored);
      const findings = checkDocument(document, tolerated);
      const body = ownValue(record, 'body');
      if (findings.length > 0 || !isRecord(body) || work.kind === null)
        return malformed(findings.map(({ pointer, message }) => detailOf(pointer, message, record)));
      // Types were checked by the schema, so an absent or empty text cannot be meant by the fallbacks.
      work.message = {
        id: textAt(tolerated, 'id') ?? '',
        kind: work.kind,
        workspaceId: textAt(tolerated, 'workspace_id'),
        container: containerOf(tolerated),
        channel: textAt(tolerated, 'channel') ?? '',
        from: textAt(tolerated, 'from') ?? '',
        to: textAt(tolerated, 'to'),
        interactionId: textAt(tolerated, 'interaction_id') ?? textAt(tolerated, 'work_id'),
        replyTo: textAt(tolerated, 'reply_to'),
        ts: ownSeconds(tolerated, 'ts') ?? 0,
        expiresAt: ownSeconds(tolerated, 'expires_at'),
        body,
      };
      work.lifecycle = stateBefore(work.message, work);
      return passed('fits the closed shape');
    },
  });
}

/** State of the interaction that the message names; a refusal before the lifecycle leaves it there. */
function stateBefore(message: AghMessage, { memory, judgedAs }: AghWork) {
  const { interactionId, kind } = message;
  if (interactionId === null || kind === 'greet' || kind === 'whois') return null;
  if (kind === 'say' && judgedAs === 'seed') return null;
  return memory.interactions.get(interactionKey(message, interactionId))?.state ?? null;
}

function detailOf(pointer: string, message: string, record: JsonObject): AghDetail {
  const key = pointer.slice(1);
  const value = ownValue(record, key);
  if (!TRIMMED_BY_REFERENCE.includes(key) || typeof value !== 'string') return { pointer, message };
  const isPadded = value !== value.trim();
  if (HANDLE.test(value)) return { pointer, message: `${message}; a handle of the v1 trust profile` };
  return { pointer, message: `${message}${isPadded ? '; the reference trims white space first' : ''}` };
}

/** A peer of the v1 trust profile: nickname and fingerprint (agh 7). */
const HANDLE = /^[a-z0-9_-]{1,32}@[0-9a-f]{32}$/;

function containerOf(record: JsonObject): AghContainer | null {
  const surface = textAt(record, 'surface');
  if (surface !== 'thread' && surface !== 'direct') return null;
  const id = textAt(record, `${surface}_id`);
  return id === null ? null : { surface, id };
}

/** The order of the seed. Nothing else says which steps there are, or in which order. */
export const SEED_STEPS = [
  parse,
  requiredKeys(REQUIRED, 'agh 1'),
  protocol,
  kindOf(AGH_KINDS, 'seven', 'agh 1'),
  grammarOf('agh-envelope', 'agh 1', {
    // May be left out but not be null; the examples of a later version write null all the same (agh 1.1).
    nullable: ['interaction_id', 'reply_to', 'trace_id', 'causation_id', 'expires_at'],
    others: ['to', 'proof', 'ext'],
  }),
  freshness,
  // A4a: the shape of the body by kind. Unknown fields are preserved.
  messageStep({ id: 'A4a', name: 'body', clause: 'agh 4', inputs: ['/kind', '/body'], check: checkBody }),
  // A4b: what each kind demands of to, interaction_id and reply_to.
  messageStep({
    id: 'A4b',
    name: 'kind and envelope',
    clause: 'agh 4',
    inputs: ['/kind', '/to', '/interaction_id', '/reply_to'],
    check: (message, work) => {
      // The reference lets both pass (agh 4, 5).
      if ((message.kind === 'greet' || message.kind === 'say') && message.to !== null)
        warn(work, 'to_on_broadcast', `${message.kind} goes to everybody, yet has an address`, '/to');
      if (message.kind === 'capability' && message.interactionId !== null && message.to === null) {
        const note = 'a capability without to takes no part in the interaction';
        warn(work, 'capability_without_to', note, '/to');
      }
      const { kind, to, interactionId, replyTo, body } = message;
      const missing: string[] = [];
      if (kind === 'direct' && to === null) missing.push('to');
      if ((kind === 'direct' || kind === 'receipt' || kind === 'trace') && interactionId === null)
        missing.push('interaction_id');
      if (kind === 'whois' && ownValue(body, 'type') === 'response' && replyTo === null)
        missing.push('reply_to');
      const details = missing.map(
        (key): AghDetail => ({ pointer: `/${key}`, message: `${message.kind} needs ${key}` }),
      );
      return details.length === 0 ? passed(`fits ${message.kind}`) : malformed(details);
    },
  }),
  routing,
  duplicate,
  // A6: the state of the interaction, for the kinds that belong to one.
  messageStep({
    id: 'A6',
    name: 'lifecycle',
    clause: 'agh 5',
    inputs: ['/channel', '/interaction_id', '/kind', '/from', '/to', '/body', 'mode'],
    check: (message, work) => {
      const { interactionId } = message;
      if (interactionId === null) return skipped('no interaction');
      if (!takesPart(message)) return skipped(`${message.kind} takes no part in the interaction`);
      return applyMove(message, interactionId, work, lifecycleMove);
    },
  }),
  // A7: the message is delivered. Nothing refuses here.
  messageStep({
    id: 'A7',
    name: 'deliver',
    clause: 'agh 2',
    inputs: ['/to'],
    check: ({ to }) =>
      decided(to === null ? 'delivered to everybody in the channel' : 'delivered to one peer'),
  }),
] as const;

/** Broadcasts are outside, and so does a capability without an address. */
function takesPart({ kind, to }: AghMessage): boolean {
  if (kind === 'capability') return to !== null;
  return kind === 'direct' || kind === 'receipt' || kind === 'trace';
}

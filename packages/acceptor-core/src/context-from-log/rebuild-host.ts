/** Known facts about the host: its declaration, if present in the file, and conclusions from its refusals. */
import {
  countAt,
  isRecord,
  type JsonObject,
  objectAt,
  ownString,
  ownValue,
  textsAt,
} from '@openwop-inspector/base';
import { hasV2Form, UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import type { Contract, HostDeclaration, Limits, Trust } from '../accept-context.ts';
import {
  breachOf,
  COUNTER_OF,
  errorOf,
  fieldsOf,
  type LogEvent,
  type LogEvidence,
  payloadOf,
} from './evidence.ts';
import type { Say, Standing } from './provenance.ts';

/** Declared fields, and what being unknown means for each. */
const DECLARED = [
  ['supportedEnvelopes', 'The log does not say which kinds the host takes; kinds are not checked'],
  ['schemaVersions', 'The log does not say which versions the host advertises; versions are not checked'],
  ['envelopeStrictness', 'The log does not say; taken as warn'],
  ['schemaResponsePolicy', 'The log does not say; taken as exempt'],
  ['maxInlineMediaBytes', 'The log does not say; taken as 262,144 bytes'],
] as const;

const V2_LOG = 'The log has event names or run ids of OpenWOP v2';

/** Returns the declaration of the host as far as the file contains it. */
export function rebuildHost(evidence: LogEvidence, say: Say): HostDeclaration {
  const found = firstDeclaration(evidence);
  const catalogue = catalogueRefusal(evidence);
  const declared = found?.host ?? {};
  const supported = declared.supportedEnvelopes ?? catalogue?.kinds;
  const isV2 = declared.major === 2 || evidence.isV2;
  if (isV2) say('host.major', 'known', (declared.major === 2 ? found?.note : null) ?? V2_LOG);
  for (const [name, unknownNote] of DECLARED) {
    const field = `host.${name}`;
    if (found !== null && found.host[name] !== undefined) say(field, 'known', found.note);
    else if (name === 'supportedEnvelopes' && catalogue !== null)
      say(field, 'known', 'Listed by the host when it refused a kind', [catalogue.event]);
    else say(field, 'unknown', unknownNote);
  }
  const limits = rebuildLimits(evidence, declared.limits, found?.note ?? null, say);
  return {
    ...declared,
    ...(isV2 ? { major: 2 } : {}),
    ...(supported === undefined ? {} : { supportedEnvelopes: supported }),
    ...refusedAtAll(evidence, say),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
  };
}

function firstDeclaration({ declarations }: LogEvidence) {
  for (const { pointer, value } of declarations) {
    const host = readHostDeclaration(value);
    if (host === null) continue;
    const place = pointer === '' ? 'outside the events' : `at ${pointer}`;
    return { host, note: `Declared by the host in this file, ${place}` };
  }
  return null;
}

/** A refusal that lists the kinds of the host: some hosts answer an unknown kind like a broken contract (acceptor 9, R2). */
function catalogueRefusal(evidence: LogEvidence) {
  for (const event of [...evidence.recorded, ...evidence.refusals].filter(isCatalogueRefusal)) {
    const kinds = textsAt(errorOf(event).details, 'acceptedTypes');
    if (kinds !== null) return { kinds: kinds.filter((kind) => !UNIVERSAL_KINDS.includes(kind)), event };
  }
  return null;
}

/** True for a refusal whose words say that the host, not the node, does not take the kind. */
function isCatalogueRefusal(event: LogEvent): boolean {
  return errorOf(event).message?.includes('supportedEnvelopes') === true;
}

/** Caps: those named by a breach of this run override the host's declaration. */
function rebuildLimits(
  { caps, recorded }: LogEvidence,
  declared: Limits = {},
  note: string | null,
  say: Say,
): Limits {
  const limits: Partial<Record<keyof Limits, number>> = {};
  for (const [kind, name] of Object.entries(COUNTER_OF)) {
    const field = `host.limits.${name}`;
    const event = [...caps, ...recorded].findLast((one) => breachOf(one)?.kind === kind);
    const limit = (event === undefined ? null : breachOf(event)?.limit) ?? declared[name];
    if (limit !== undefined) limits[name] = limit;
    if (event !== undefined) say(field, 'known', `${limit}: named by a recorded breach`, [event]);
    else if (note !== null && limit !== undefined) say(field, 'known', note);
    else say(field, 'unknown', 'The log names no limit; taken as unlimited');
  }
  return limits;
}

/** The codes of a refusal that says the host takes no envelope, or no clarification. */
const REFUSED_AT_ALL: ReadonlyMap<string | null, 'aiEnvelope' | 'clarificationSupported'> = new Map([
  ['capability_required', 'aiEnvelope'],
  ['not-applicable', 'clarificationSupported'],
] as const);

function refusedAtAll({ recorded }: LogEvidence, say: Say): HostDeclaration {
  const event = recorded.find((one) => REFUSED_AT_ALL.has(errorOf(one).code));
  const name = event === undefined ? undefined : REFUSED_AT_ALL.get(errorOf(event).code);
  if (event === undefined || name === undefined) return {};
  say(`host.${name}`, 'known', 'The host refused this envelope for that', [event]);
  return { [name]: false };
}

// A capability document as the acceptor takes it (envelope 9).

/**
 * Reads a discovery document (`/.well-known/openwop`): each family at the root first, then under `capabilities`. Only
 * what the document says is set; a member of a wrong type counts as absent. In v2 kinds, their versions and the
 * strictness are members of records (bundles 12.1), and a record that is not there lists nothing. Null when it says
 * nothing of envelopes. Never throws.
 */
export function readHostDeclaration(document: unknown): HostDeclaration | null {
  if (!isRecord(document)) return null;
  const inner = ownValue(document, 'capabilities');
  const layers = isRecord(inner) ? [document, inner] : [document];
  const isV2 = hasV2Form(document);
  const declaration = Object.fromEntries(
    Object.entries({
      major: isV2 ? 2 : undefined,
      supportedEnvelopes: first(
        layers,
        (layer) =>
          textsAt(layer, 'supportedEnvelopes') ??
          textsAt(objectAt(layer, 'supportedEnvelopes'), 'kinds') ??
          (isV2 ? [] : null),
      ),
      schemaVersions: first(layers, (layer) => versionsIn(layer) ?? (isV2 ? {} : null)),
      envelopeStrictness: first(layers, (layer) => {
        const inV2 = ownString(objectAt(layer, 'envelopeStrictness'), 'mode');
        const strictness = ownString(layer, 'envelopeStrictness') ?? inV2;
        return strictness === 'warn' || strictness === 'strict' ? strictness : null;
      }),
      aiEnvelope: first(layers, (layer) => {
        const family = ownValue(layer, 'aiEnvelope');
        if (family === false) return false;
        const supported = isRecord(family) ? ownValue(family, 'supported') : undefined;
        return typeof supported === 'boolean' ? supported : null;
      }),
      schemaResponsePolicy: first(layers, (layer) => {
        const policy = ownString(objectAt(layer, 'aiEnvelope'), 'schemaResponseCounterPolicy');
        return policy === 'counted' || policy === 'exempt' ? policy : null;
      }),
      limits: first(layers, (layer) => {
        const limits = ownValue(layer, 'limits');
        if (!isRecord(limits)) return null;
        const counters = Object.values(COUNTER_OF).flatMap((name) => {
          const cap = countAt(limits, name);
          return cap === null ? [] : [[name, cap] as const];
        });
        return counters.length === 0 ? null : Object.fromEntries(counters);
      }),
      maxInlineMediaBytes: first(layers, (layer) =>
        countAt(objectAt(layer, 'aiProviders'), 'maxInlineMediaBytes'),
      ),
    }).filter(([, value]) => value !== undefined),
  );
  return Object.keys(declaration).length === 0 ? null : declaration;
}

function first<T>(layers: readonly JsonObject[], read: (layer: JsonObject) => T | null): T | undefined {
  for (const layer of layers) {
    const value = read(layer);
    if (value !== null) return value;
  }
  return undefined;
}

function versionsIn(layer: JsonObject): Readonly<Record<string, number>> | null {
  const family = ownValue(layer, 'schemaVersions');
  if (!isRecord(family)) return null;
  const kinds = ownValue(family, 'kinds');
  const versions = isRecord(kinds) ? kinds : family;
  const counts = Object.keys(versions).flatMap((kind) => {
    const version = countAt(versions, kind);
    return version === null ? [] : [[kind, version] as const];
  });
  // Not by assignment: a kind may be called `__proto__`.
  return Object.fromEntries(counts);
}

// What is known of the node: its contract, the trust of what it works on, the interrupt it waits with.

/** The contract as a refusal lists it; refusals of other envelopes at the node are taken to hold for this one. */
export function rebuildContract(evidence: LogEvidence, say: Say): Contract | null {
  const own = contractIn(evidence.recorded);
  const other = own ?? contractIn(evidence.refusals.toReversed());
  const which = own === null ? 'another envelope at this node' : 'this envelope';
  if (other === null)
    say('contract', 'unknown', 'The log does not hold the contract of the node; every kind passes the gate');
  else {
    const note = `Listed by the host when it refused ${which}`;
    say('contract', own === null ? 'assumed' : 'known', note, [other.event]);
  }
  return other?.contract ?? null;
}

/** The first contract that one of these events names. */
function contractIn(events: readonly LogEvent[]) {
  for (const event of events) {
    const contract = contractOf(event);
    if (contract !== null) return { contract, event };
  }
  return null;
}

/** Returns the contract named by a `node.failed` or a warning (acceptor 3.3, S8). */
function contractOf(event: LogEvent): Contract | null {
  if (isCatalogueRefusal(event)) return null;
  const isWarning = event.type === 'log.appended';
  if (isWarning && ownString(payloadOf(event), 'level') !== 'warn') return null;
  if (!isWarning && errorOf(event).code !== 'envelope_contract_violation') return null;
  const facts = isWarning ? fieldsOf(event) : errorOf(event).details;
  // Reference hosts call the list `allowedKinds` in a warning.
  const kinds = textsAt(facts, 'acceptedTypes') ?? textsAt(facts, 'allowedKinds');
  if (kinds === null) return null;
  return {
    accepts: kinds.filter((kind) => !UNIVERSAL_KINDS.includes(kind)),
    refusalMode: isWarning ? 'discard-and-warn' : 'fail-node',
  };
}

/**
 * The trust boundary of the node. Anything untrusted among what it worked on makes it untrusted; a tag on what became of
 * the envelope says the same when the envelope has none of its own.
 */
export function rebuildTrust(
  { trust, recorded }: LogEvidence,
  envelopeTag: Trust | null,
  say: Say,
): Trust | null {
  const field = 'trustBoundary';
  if (trust.untrusted > 0) {
    const from = trust.untrustedSequences.map((sequence) => ({ sequence }));
    const note = `${trust.untrusted} untrusted ${trust.untrusted === 1 ? 'event' : 'events'} at the node before it`;
    say(field, 'assumed', note, from);
    return 'untrusted';
  }
  const tagged = envelopeTag === null ? recorded.filter((event) => event.contentTrust !== null) : [];
  const tag = tagged[0]?.contentTrust ?? null;
  if (tag !== null)
    say(
      field,
      'assumed',
      'The host tagged the events of this envelope so, and the envelope has no tag',
      tagged,
    );
  else if (trust.trusted > 0)
    say(field, 'assumed', `${trust.trusted} trusted and no untrusted events at the node before it`);
  else say(field, 'unknown', 'Nothing at the node carries a trust tag');
  return tag ?? (trust.trusted > 0 ? 'trusted' : null);
}

/** The interrupt that the envelope meets: named by a refusal, or open at the node. */
export function rebuildInterrupt(evidence: LogEvidence, say: Say): string | null {
  const { nodeId, openInterrupt: open, subject } = evidence;
  const row = (standing: Standing, note: string, event: LogEvent | null, kind: string | null) => {
    say('boundInterruptKind', standing, note, [event]);
    return kind;
  };
  const naming = evidence.recorded.find((event) => ownString(fieldsOf(event), 'boundInterruptKind') !== null);
  if (naming !== undefined) {
    const kind = ownString(fieldsOf(naming), 'boundInterruptKind');
    return row('known', `${kind}: named by the host in the refusal`, naming, kind);
  }
  const kind = open === null ? null : kindOf(open);
  const approval = evidence.openUnplaced.find((event) => kindOf(event) === 'approval');
  if (approval !== undefined && kind !== 'approval') {
    const who = nodeId === null ? 'the envelope' : 'the approval';
    const note = `approval: open in the run when the envelope came, and ${who} names no node; what is not known is not safe (acceptor 7)`;
    return row('assumed', note, approval, 'approval');
  }
  if (kind !== null) {
    const note = `${kind}: open at this node when the envelope came; taken to be bound to it`;
    return row('assumed', note, open, kind);
  }
  if (subject === null)
    return row(
      'unknown',
      'No event records when the envelope arrived, so what was awaited is unknown',
      null,
      null,
    );
  const note =
    nodeId === null
      ? 'The run waited for no approval when the envelope came'
      : 'The node was not waiting when the envelope arrived';
  return row('assumed', note, open, null);
}

function kindOf(event: LogEvent): string | null {
  if (event.type === 'approval.requested') return 'approval';
  if (event.type === 'clarification.requested') return 'clarification';
  return ownString(payloadOf(event), 'kind');
}

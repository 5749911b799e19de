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
import { type Provenance, provenanceOf, type Rebuilt, rebuiltPart } from './provenance.ts';

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
export function rebuildHost(evidence: LogEvidence): Rebuilt<HostDeclaration> {
  const found = firstDeclaration(evidence);
  const catalogue = catalogueRefusal(evidence);
  const declared = found?.host ?? {};
  const refused = refusedAtAll(evidence);
  const limits = rebuildLimits(evidence, declared.limits, found?.note ?? null);
  const supported = declared.supportedEnvelopes ?? catalogue?.kinds;
  const isV2 = declared.major === 2 || evidence.isV2;
  const host: HostDeclaration = {
    ...declared,
    ...(isV2 ? { major: 2 } : {}),
    ...(supported === undefined ? {} : { supportedEnvelopes: supported }),
    ...refused.value,
    ...(Object.keys(limits.value).length === 0 ? {} : { limits: limits.value }),
  };
  return {
    value: host,
    provenance: [
      ...(isV2
        ? [provenanceOf('host.major', 'known', (declared.major === 2 ? found?.note : null) ?? V2_LOG)]
        : []),
      ...DECLARED.map((field) => declaredRow(field, found, catalogue)),
      ...limits.provenance,
      ...refused.provenance,
    ],
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

function declaredRow(
  [name, unknownNote]: (typeof DECLARED)[number],
  found: ReturnType<typeof firstDeclaration>,
  catalogue: ReturnType<typeof catalogueRefusal>,
): Provenance {
  const field = `host.${name}`;
  if (found !== null && found.host[name] !== undefined) return provenanceOf(field, 'known', found.note);
  if (name !== 'supportedEnvelopes' || catalogue === null) return provenanceOf(field, 'unknown', unknownNote);
  return provenanceOf(field, 'known', 'Listed by the host when it refused a kind', [catalogue.event]);
}

/** Caps: those named by a breach of this run override the host's declaration. */
function rebuildLimits(evidence: LogEvidence, declared: Limits = {}, note: string | null): Rebuilt<Limits> {
  const breached = new Map<keyof Limits, { readonly limit: number; readonly event: LogEvent }>();
  for (const event of [...evidence.caps, ...evidence.recorded]) {
    const breach = breachOf(event);
    if (breach !== null) breached.set(COUNTER_OF[breach.kind], { limit: breach.limit, event });
  }
  const names = Object.values(COUNTER_OF);
  const limits = names.flatMap((name) => {
    const limit = breached.get(name)?.limit ?? declared[name];
    return limit === undefined ? [] : [[name, limit] as const];
  });
  const provenance = names.map((name) => {
    const breach = breached.get(name);
    const field = `host.limits.${name}`;
    if (breach !== undefined)
      return provenanceOf(field, 'known', `${breach.limit}: named by a recorded breach`, [breach.event]);
    if (note !== null && declared[name] !== undefined) return provenanceOf(field, 'known', note);
    return provenanceOf(field, 'unknown', 'The log names no limit; taken as unlimited');
  });
  return { value: Object.fromEntries(limits), provenance };
}

/** A refusal of this envelope that says the host takes none, or no clarifications. */
function refusedAtAll(evidence: LogEvidence): Rebuilt<HostDeclaration> {
  for (const event of evidence.recorded) {
    const { code } = errorOf(event);
    const note = 'The host refused this envelope for that';
    if (code === 'capability_required')
      return rebuiltPart({ aiEnvelope: false }, 'host.aiEnvelope', 'known', note, [event]);
    if (code === 'not-applicable')
      return rebuiltPart({ clarificationSupported: false }, 'host.clarificationSupported', 'known', note, [
        event,
      ]);
  }
  return { value: {}, provenance: [] };
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
export function rebuildContract(evidence: LogEvidence): Rebuilt<Contract | null> {
  const own = contractIn(evidence.recorded);
  const other = own ?? contractIn([...evidence.refusals].reverse());
  if (other === null) {
    const note = 'The log does not hold the contract of the node; every kind passes the gate';
    return rebuiltPart(null, 'contract', 'unknown', note);
  }
  const which = own === null ? 'another envelope at this node' : 'this envelope';
  const note = `Listed by the host when it refused ${which}`;
  return rebuiltPart(other.contract, 'contract', own === null ? 'assumed' : 'known', note, [other.event]);
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
export function rebuildTrust(evidence: LogEvidence, envelopeTag: Trust | null): Rebuilt<Trust | null> {
  const { trust, recorded } = evidence;
  if (trust.untrusted > 0) {
    const from = trust.untrustedSequences.map((sequence) => ({ sequence }));
    const note = `${trust.untrusted} untrusted ${trust.untrusted === 1 ? 'event' : 'events'} at the node before it`;
    return rebuiltPart('untrusted', 'trustBoundary', 'assumed', note, from);
  }
  const tagged = envelopeTag === null ? recorded.filter((event) => event.contentTrust !== null) : [];
  const [first] = tagged;
  if (first !== undefined && first.contentTrust !== null) {
    const note = 'The host tagged the events of this envelope so, and the envelope has no tag';
    return rebuiltPart(first.contentTrust, 'trustBoundary', 'assumed', note, tagged);
  }
  if (trust.trusted > 0) {
    const note = `${trust.trusted} trusted and no untrusted events at the node before it`;
    return rebuiltPart('trusted', 'trustBoundary', 'assumed', note);
  }
  return rebuiltPart(null, 'trustBoundary', 'unknown', 'Nothing at the node carries a trust tag');
}

/** The interrupt that the envelope meets: named by a refusal, or open at the node. */
export function rebuildInterrupt(evidence: LogEvidence): Rebuilt<string | null> {
  const field = 'boundInterruptKind';
  for (const event of evidence.recorded) {
    const kind = ownString(fieldsOf(event), 'boundInterruptKind');
    if (kind !== null) {
      const note = `${kind}: named by the host in the refusal`;
      return rebuiltPart(kind, field, 'known', note, [event]);
    }
  }
  const open = evidence.openInterrupt;
  const kind = open === null ? null : kindOf(open);
  const approval = evidence.openUnplaced.find((event) => kindOf(event) === 'approval');
  if (approval !== undefined && kind !== 'approval') {
    const who = evidence.nodeId === null ? 'the envelope' : 'the approval';
    const note = `approval: open in the run when the envelope came, and ${who} names no node; what is not known is not safe (acceptor 7)`;
    return rebuiltPart('approval', field, 'assumed', note, [approval]);
  }
  if (kind !== null) {
    const note = `${kind}: open at this node when the envelope came; taken to be bound to it`;
    return rebuiltPart(kind, field, 'assumed', note, [open]);
  }
  if (evidence.subject === null) {
    const note = 'No event records when the envelope arrived, so what was awaited is unknown';
    return rebuiltPart(null, field, 'unknown', note);
  }
  const note =
    evidence.nodeId === null
      ? 'The run waited for no approval when the envelope came'
      : 'The node was not waiting when the envelope arrived';
  return rebuiltPart(null, field, 'assumed', note, [open]);
}

function kindOf(event: LogEvent): string | null {
  if (event.type === 'approval.requested') return 'approval';
  if (event.type === 'clarification.requested') return 'clarification';
  return ownString(payloadOf(event), 'kind');
}

/** Known facts about the host: its declaration, if present in the file, and conclusions from its refusals. */

import { textsAt } from '@openwop-inspector/base';
import { UNIVERSAL_KINDS } from '@openwop-inspector/protocol';
import type { HostDeclaration, Limits } from '../accept-context.ts';
import type { LogEvent, LogEvidence } from './evidence.ts';
import { breachOf, COUNTER_OF, errorOf } from './payload-facts.ts';
import { type Provenance, provenanceOf, type Rebuilt, rebuiltPart } from './provenance.ts';
import { readHostDeclaration } from './read-host-declaration.ts';

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

type FoundDeclaration = ReturnType<typeof firstDeclaration>;

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
export function isCatalogueRefusal(event: LogEvent): boolean {
  return errorOf(event).message?.includes('supportedEnvelopes') === true;
}

function declaredRow(
  [name, unknownNote]: (typeof DECLARED)[number],
  found: FoundDeclaration,
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

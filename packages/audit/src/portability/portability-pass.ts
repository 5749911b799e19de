/** The envelopes of logs and files against the declarations of hosts. */
import {
  type AcceptContext,
  type HostDeclaration,
  type PlacedEmission,
  parseJsonText,
} from '@openwop-inspector/acceptor-core';
import { isRecord, ownString } from '@openwop-inspector/base';
import { type EnvelopeEvidence, type LoadedLog, Turns } from '@openwop-inspector/run-log';
import { MAX_ENVELOPES } from '../audit-pass.ts';
import type { AcceptorOf } from '../audited-envelope.ts';
import { evidencePage } from '../evidence-pages.ts';
import { judgeAtHost, NO_KIND, type PortableEnvelope, portableFromEvidence } from './judge-at-host.ts';
import type { PortabilityGrid, PortablePlace } from './portability-grid.ts';

/** Envelopes read at a time. */
const PAGE = 200;

/** What envelopes are compared with, and how. */
export interface PortabilityParts {
  readonly hosts: readonly HostDeclaration[];
  /** What is known next to the declarations, such as schemas; its `host` is not inspected. */
  readonly given: AcceptContext;
  readonly acceptorOf: AcceptorOf;
  readonly grid: PortabilityGrid;
  /** As the log or the file is named. */
  readonly file: string;
  /** Called between envelopes; others have had their turn. True stops it. */
  readonly onProgress: (done: number, total: number) => boolean;
}

type JudgeParts = Pick<PortabilityParts, 'hosts' | 'given' | 'acceptorOf'>;

/** How far it went: envelopes that were not inspected, beyond the limit or behind a stop. */
type PortabilityEnd = Awaited<ReturnType<typeof filePortability>>;

/** One emission of a log: its kind, its place, and what each host would say of it. Plain data. */
export type JudgedEvidence = NonNullable<ReturnType<typeof judgeEvidence>>;

/** Null when the evidence has nothing to do with an envelope. Cost: one run of the acceptor for each host. */
export function judgeEvidence(evidence: EnvelopeEvidence, parts: JudgeParts) {
  const envelope = portableFromEvidence(evidence);
  if (envelope === null) return null;
  const { runId, correlationId, recorded, subject } = evidence;
  const first = recorded[0] ?? subject;
  return {
    kind: envelope.type,
    place: {
      runId,
      correlationId,
      line: null,
      sequence: first?.sequence ?? null,
      eventId: first?.eventId ?? null,
    },
    /** In the order of the hosts. */
    verdicts: verdictsOf(envelope, parts),
  };
}

/** Each emission of the log once. O(events + envelopes × hosts); others get their turn between envelopes. */
export async function logPortability(log: LoadedLog, parts: PortabilityParts): Promise<PortabilityEnd> {
  const seen = new Set<string>();
  const turns = new Turns();
  let taken = 0;
  for (let offset = 0; ; offset += PAGE) {
    const { evidence, total, isEnd } = await evidencePage(log, offset, PAGE);
    if (isEnd) return { taken, leftOut: 0 };
    for (const { key, evidence: one } of evidence) {
      const judged = seen.has(key) ? null : judgeEvidence(one, parts);
      seen.add(key);
      if (judged !== null) {
        parts.grid.take(judged.kind, { file: parts.file, ...judged.place }, judged.verdicts);
        taken++;
      }
      if (turns.areDue) await turns.rest();
      const wasStopped = parts.onProgress(taken, Math.max(total, taken));
      if (wasStopped || taken >= MAX_ENVELOPES) return { taken, leftOut: Math.max(0, total - taken) };
    }
  }
}

/** Envelopes of a file: each is judged as the first of its turn, since a file says nothing of what came before. */
export async function filePortability(emissions: readonly PlacedEmission[], parts: PortabilityParts) {
  const turns = new Turns();
  let taken = 0;
  for (const { emission, place: start } of emissions) {
    const value = documentOf(emission);
    const type = (isRecord(value) ? ownString(value, 'type') : null) ?? NO_KIND;
    const envelope = { type, emission, context: {}, log: null, lacks: [] };
    const place: PortablePlace = {
      file: parts.file,
      runId: null,
      sequence: null,
      eventId: null,
      correlationId: isRecord(value) ? ownString(value, 'correlationId') : null,
      line: start.line,
    };
    parts.grid.take(type, place, verdictsOf(envelope, parts));
    taken++;
    if (turns.areDue) await turns.rest();
    if (parts.onProgress(taken, emissions.length) || taken >= MAX_ENVELOPES) break;
  }
  return { taken, leftOut: emissions.length - taken };
}

/** The envelope as a value; null for a text that is no JSON. */
export function documentOf(emission: PlacedEmission['emission']): unknown {
  if ('envelope' in emission) return emission.envelope;
  const parsed = 'text' in emission ? parseJsonText(emission.text) : null;
  return parsed?.ok === true ? parsed.value : null;
}

const verdictsOf = (envelope: PortableEnvelope, { hosts, given, acceptorOf }: JudgeParts) =>
  hosts.map((host) => judgeAtHost(envelope, host, given, acceptorOf));

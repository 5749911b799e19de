/** Every envelope and every rule of one log. */
import type { AcceptContext, HostAnswer, Profile } from '@openwop-inspector/acceptor-core';
import { isLogRule, type Problem, problemInfo } from '@openwop-inspector/protocol';
import {
  EvidenceCache,
  envelopeEvidence,
  logicalEnvelopes,
  type RunLog,
  sessionSummary,
} from '@openwop-inspector/run-log';
import { type AcceptorOf, type AuditedEnvelope, auditEnvelope } from './audited-envelope.ts';
import { deviationGroups } from './deviation-groups.ts';
import type { FindingGroups, FindingLevel, FindingPlace } from './finding-groups.ts';

/** Envelopes that are audited of one log; the others are counted. */
export const MAX_ENVELOPES = 20_000;
const PAGE = 200;
/** Milliseconds until others get their turn. */
const TURN_MS = 25;
/** Envelopes that are listed one by one in a result. */
const LISTED = 10_000;

/** What an audit is made with. */
export interface AuditParts {
  /** As the log is named in reports. */
  readonly file: string;
  /** Goes before what the log tells, field by field. */
  readonly context: AcceptContext;
  readonly acceptorOf: AcceptorOf;
  readonly groups: FindingGroups;
  /** Called between envelopes; others have had their turn. True stops it. */
  readonly onProgress: (done: number, total: number) => boolean;
}

/** How many envelopes had which answer. */
export type AnswerCounts = Readonly<Record<HostAnswer['kind'], number>>;

/** What was found out about one log, beside the findings in the groups. */
export interface LogAudit {
  readonly file: string;
  readonly hostName: string | null;
  readonly runs: number;
  readonly envelopes: number;
  readonly answers: AnswerCounts;
  /** Envelopes that were not looked at: beyond the limit, or behind a stop. */
  readonly leftOut: number;
  readonly wasStopped: boolean;
  /** The first ten thousand. */
  readonly listed: readonly AuditedEnvelope[];
  /** How often each pair of profiles would have said something else. */
  readonly profiles: Readonly<Record<Profile, Readonly<Record<string, number>>>>;
  /** What the log lacks, by how many envelopes, the most frequent first. */
  readonly missing: readonly { readonly what: string; readonly record: string; readonly count: number }[];
}

/**
 * Audits a log whose checks have run: its envelopes in the order of the log, each in the context of its place, and the
 * rules between its events. O(envelopes × events of the run); others get their turn between envelopes.
 */
export async function auditLog(log: RunLog, parts: AuditParts): Promise<LogAudit> {
  const pass = new AuditPass(parts);
  await pass.takeEnvelopes(log);
  for (const problem of await log.allProblems()) if (isLogRule(problem.code)) takeRule(problem, parts);
  const { hostName, runs } = await sessionSummary(log);
  return { ...pass.result(), file: parts.file, hostName, runs: runs.length };
}

class AuditPass {
  private readonly parts: AuditParts;
  private readonly seen = new Set<string>();
  private readonly answers = { agrees: 0, deviates: 0, 'not-reconstructable': 0 };
  private readonly listed: AuditedEnvelope[] = [];
  private readonly missing = new Map<string, { what: string; record: string; count: number }>();
  private readonly profiles: Record<Profile, Map<string, number>> = {
    lenient: new Map(),
    strict: new Map(),
    reference: new Map(),
  };
  private readonly cache = new EvidenceCache();
  private rested = performance.now();
  private done = 0;
  private total = 0;
  private wasStopped = false;

  constructor(parts: AuditParts) {
    this.parts = parts;
  }

  async takeEnvelopes(log: RunLog): Promise<void> {
    for (let offset = 0; ; offset += PAGE) {
      const { rows, attempts } = await logicalEnvelopes(log, { offset, limit: PAGE });
      this.total = attempts;
      if (rows.length === 0) return;
      for (const { attempts: tried } of rows) {
        for (const { ordinal } of tried) {
          if (ordinal >= 0) await this.takeAt(log, ordinal);
          await this.rest();
          this.wasStopped = this.parts.onProgress(this.done, Math.max(this.total, this.done));
          if (this.wasStopped || this.done >= MAX_ENVELOPES) return;
        }
      }
    }
  }

  /** Others get their turn every now and then. */
  private async rest(): Promise<void> {
    if (performance.now() - this.rested < TURN_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    this.rested = performance.now();
  }

  private async takeAt(log: RunLog, ordinal: number): Promise<void> {
    const evidence = await envelopeEvidence(log, { ordinal }, this.cache);
    if (evidence === null) return;
    const { runId, correlationId, emission, recorded, subject } = evidence;
    const own = correlationId === null ? ((recorded[0] ?? subject)?.ordinal ?? ordinal) : null;
    const key = JSON.stringify([runId, correlationId, emission, own]);
    if (this.seen.has(key)) return;
    this.seen.add(key);
    const audited = auditEnvelope(evidence, this.parts.context, this.parts.acceptorOf);
    if (audited !== null) this.take(audited);
  }

  private take(audited: AuditedEnvelope): void {
    const { answer, profiles } = audited;
    this.done++;
    this.answers[answer.kind]++;
    if (this.listed.length < LISTED) this.listed.push(audited);
    if (answer.kind === 'deviates') this.takeDeviations(audited, answer);
    if (answer.kind === 'not-reconstructable') for (const one of answer.missing) this.count(one);
    for (const profile of ['lenient', 'strict', 'reference'] as const) {
      const said = profiles?.[profile];
      const counts = this.profiles[profile];
      if (said !== undefined) counts.set(said, (counts.get(said) ?? 0) + 1);
    }
  }

  private count({ what, record }: { readonly what: string; readonly record: string }): void {
    const held = this.missing.get(what) ?? { what, record, count: 0 };
    held.count++;
    this.missing.set(what, held);
  }

  private takeDeviations(
    { runId, sequence, eventId, correlationId, type }: AuditedEnvelope,
    { deviations }: Extract<HostAnswer, { kind: 'deviates' }>,
  ): void {
    const { file, groups } = this.parts;
    const kind = type ?? 'an envelope';
    for (const group of deviationGroups(deviations)) {
      const { whats, words, clause, note, id } = group;
      const isVerdict = whats.some((what) => what === 'status' || what === 'code' || what === 'capKind');
      groups.add(
        {
          source: 'deviation',
          ...{ clause, id },
          level: isVerdict ? 'error' : 'warning',
          title: note,
          advice: '',
        },
        {
          ...{ file, runId, sequence, eventId, correlationId, pointer: null, line: null },
          message: `${kind}: ${words}`,
        },
      );
    }
  }

  result(): Omit<LogAudit, 'file' | 'hostName' | 'runs'> {
    const { answers, listed, wasStopped, done } = this;
    return {
      ...{ answers, listed, wasStopped },
      envelopes: done,
      leftOut: wasStopped || done >= MAX_ENVELOPES ? Math.max(0, this.total - done) : 0,
      profiles: {
        lenient: Object.fromEntries(this.profiles.lenient),
        strict: Object.fromEntries(this.profiles.strict),
        reference: Object.fromEntries(this.profiles.reference),
      },
      missing: [...this.missing.values()].sort((a, b) => b.count - a.count),
    };
  }
}

function takeRule(problem: Problem, { file, groups }: AuditParts): void {
  const { code, message, severity } = problem;
  const { title, clause, advice } = problemInfo(code);
  const level: FindingLevel = severity;
  groups.add(
    { source: 'rule', clause: problem.clause ?? clause, id: code, level, title, advice },
    placeOf(problem, file, message),
  );
}

function placeOf({ sequence, eventId, pointer, line }: Problem, file: string, message: string): FindingPlace {
  return {
    ...{ file, message, runId: null, correlationId: null },
    sequence: sequence ?? null,
    eventId: eventId ?? null,
    pointer: pointer ?? null,
    line: line ?? null,
  };
}

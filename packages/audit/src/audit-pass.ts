/** What the envelopes and rules of one log come to, counted as they are audited. */
import type { HostAnswer, Profile } from '@openwop-inspector/acceptor-core';
import { isLogRule, type Problem, problemInfo } from '@openwop-inspector/protocol';
import type { AuditedEnvelope } from './audited-envelope.ts';
import { deviationGroups } from './deviation-groups.ts';
import type { FindingGroups, FindingLevel, FindingPlace } from './finding-groups.ts';

/** Envelopes that are audited of one log; the others are counted. */
export const MAX_ENVELOPES = 20_000;
/** Envelopes that are listed one by one in a result. */
const LISTED = 10_000;

/** Where findings go. */
export interface PassParts {
  /** As the log is named in reports. */
  readonly file: string;
  readonly groups: FindingGroups;
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

/** Gathers what was found; whoever audits gives it each envelope and each problem once. */
export class AuditPass {
  private readonly parts: PassParts;
  private readonly seen = new Set<string>();
  private readonly answers = { agrees: 0, deviates: 0, 'not-reconstructable': 0 };
  private readonly listed: AuditedEnvelope[] = [];
  private readonly missing = new Map<string, { what: string; record: string; count: number }>();
  private readonly profiles: Record<Profile, Map<string, number>> = {
    lenient: new Map(),
    strict: new Map(),
    reference: new Map(),
  };
  private done = 0;

  constructor(parts: PassParts) {
    this.parts = parts;
  }

  /** False for an emission that was met before. */
  isNew(key: string): boolean {
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  /** How many envelopes were taken. */
  get taken(): number {
    return this.done;
  }

  /** Counts one envelope and gathers what it deviates in. */
  take(audited: AuditedEnvelope): void {
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

  /** A problem between events; others are no matter of the protocol's rules. */
  takeRule(problem: Problem): void {
    if (isLogRule(problem.code)) takeRule(problem, this.parts);
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
      const { whats, words, clause, note, id, compared } = group;
      const isVerdict = whats.some((what) => what === 'status' || what === 'code' || what === 'capKind');
      groups.add(
        {
          source: 'deviation',
          clause,
          id,
          level: isVerdict ? 'error' : 'warning',
          title: note,
          advice: '',
        },
        {
          file,
          runId,
          sequence,
          eventId,
          correlationId,
          pointer: null,
          line: null,
          message: `${kind}: ${words}`,
          compared,
        },
      );
    }
  }

  /** `total` attempts of which the log tells. */
  result(total: number, wasStopped: boolean): Omit<LogAudit, 'file' | 'hostName' | 'runs'> {
    const { listed, done } = this;
    const answers = { ...this.answers };
    return {
      answers,
      listed,
      wasStopped,
      envelopes: done,
      leftOut: wasStopped || done >= MAX_ENVELOPES ? Math.max(0, total - done) : 0,
      profiles: {
        lenient: Object.fromEntries(this.profiles.lenient),
        strict: Object.fromEntries(this.profiles.strict),
        reference: Object.fromEntries(this.profiles.reference),
      },
      missing: [...this.missing.values()].sort((a, b) => b.count - a.count),
    };
  }
}

function takeRule(problem: Problem, { file, groups }: PassParts): void {
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
    file,
    message,
    runId: null,
    correlationId: null,
    sequence: sequence ?? null,
    eventId: eventId ?? null,
    pointer: pointer ?? null,
    line: line ?? null,
  };
}

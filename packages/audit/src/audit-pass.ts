/**
 * The audit of a log: its envelopes and the rules between its events, counted one by one, with the findings in groups;
 * and the report of several logs.
 */
import type { AcceptContext, HostAnswer, HostDeviation, Profile } from '@openwop-inspector/acceptor-core';
import { isLogRule, type Problem, problemInfo } from '@openwop-inspector/protocol';
import {
  attemptEvents,
  EvidenceCache,
  type RunLog,
  type SessionSummary,
  sessionSummary,
  Turns,
} from '@openwop-inspector/run-log';
import { type AcceptorOf, type AuditedEnvelope, auditEnvelope } from './audited-envelope.ts';
import { evidenceOf } from './evidence-pages.ts';

/** Envelopes that are audited of one log; the others are counted. */
export const MAX_ENVELOPES = 20_000;
/** Envelopes that are listed one by one in a result. */
const LISTED = 10_000;

/** How much a finding weighs, as problems do. */
export type FindingLevel = 'error' | 'warning' | 'note';

/** Where a finding shows. Masked, as the log gives it. */
export interface FindingPlace {
  readonly file: string;
  readonly runId: string | null;
  readonly sequence: number | null;
  readonly eventId: string | null;
  readonly correlationId: string | null;
  /** RFC 6901, inside of the event or, of a document, inside of that; null when it is about the whole. */
  readonly pointer: string | null;
  /** Line of the source, from 1; null when it is not known. */
  readonly line: number | null;
  /** What is wrong there, in a sentence without a full stop. */
  readonly message: string;
  /** Both sides of what deviates; absent where no verdict was compared. */
  readonly compared?: readonly ComparedValue[];
}

/** One point of a verdict: the host's value next to that of the pipeline. */
export interface ComparedValue {
  readonly what: string;
  readonly host: string;
  readonly here: string;
}

/** What distinguishes a group from others; the same on every machine and in every run of the same host. */
export interface FindingKind {
  /** `deviation` of one envelope, `rule` between events, `discovery` or `schema` of what the host publishes. */
  readonly source: 'deviation' | 'rule' | 'discovery' | 'schema';
  readonly clause: string;
  /** Row of acceptor 9, code of a rule, or what was compared. */
  readonly id: string;
}

/** Findings of one kind. */
export interface FindingGroup extends FindingKind {
  readonly level: FindingLevel;
  readonly title: string;
  /** What the host's people can do, in a sentence; empty where nothing is known. */
  readonly advice: string;
  readonly count: number;
  /** The first hundred. */
  readonly places: readonly FindingPlace[];
}

/** Places that are stored of a group. */
const MAX_PLACES = 100;
/** Groups that are stored; a hostile log makes as many as it likes. */
const MAX_GROUPS = 1000;

type Described = FindingKind & Pick<FindingGroup, 'level' | 'title' | 'advice'>;

/** Gathers findings. O(1) each. */
export class FindingGroups {
  private readonly byKey = new Map<string, Described & { count: number; places: FindingPlace[] }>();
  /** Findings of kinds beyond the first thousand, which are only counted. */
  leftOut = 0;

  add(kind: Described, place: FindingPlace): void {
    const key = keyOf(kind);
    let group = this.byKey.get(key);
    if (group === undefined) {
      if (this.byKey.size >= MAX_GROUPS) {
        this.leftOut++;
        return;
      }
      group = { ...kind, count: 0, places: [] };
      this.byKey.set(key, group);
    }
    group.count++;
    if (group.places.length < MAX_PLACES) group.places.push(place);
  }

  /** Adds groups that were found elsewhere, with their counts. */
  addAll(groups: readonly FindingGroup[]): void {
    for (const { places, count, ...kind } of groups) {
      for (const place of places) this.add(kind, place);
      const group = this.byKey.get(keyOf(kind));
      if (group === undefined) this.leftOut += count - places.length;
      else group.count += count - places.length;
    }
  }

  /** Those that weigh most first, of equal weight the most frequent. */
  all(): readonly FindingGroup[] {
    return [...this.byKey.values()].sort(
      (a, b) =>
        LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) ||
        b.count - a.count ||
        (keyOf(a) < keyOf(b) ? -1 : 1),
    );
  }
}

const LEVELS: readonly FindingLevel[] = ['error', 'warning', 'note'];

/** One text for each kind, as baselines and other reports name it. */
export const keyOf = ({ source, clause, id }: FindingKind): string => `${source} ${clause} ${id}`;

/** Where findings go. */
interface PassParts {
  /** As the log is named in reports. */
  readonly file: string;
  readonly groups: FindingGroups;
}

/** How many envelopes had which answer. */
type AnswerCounts = Readonly<Record<HostAnswer['kind'], number>>;

const NO_ANSWERS = { agrees: 0, deviates: 0, 'not-reconstructable': 0 };

/** What was found out about one log, next to the findings in the groups. */
export interface LogAudit {
  readonly file: string;
  readonly hostName: string | null;
  readonly runs: number;
  readonly envelopes: number;
  readonly answers: AnswerCounts;
  /** Envelopes that were not inspected: beyond the limit, or behind a stop. */
  readonly leftOut: number;
  readonly wasStopped: boolean;
  /** Whether it has errors that are no findings of an audit. */
  readonly hasErrors: boolean;
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
  private readonly answers = { ...NO_ANSWERS };
  private readonly listed: AuditedEnvelope[] = [];
  private readonly missing = new Map<string, { what: string; record: string; count: number }>();
  private readonly profiles: Record<Profile, Record<string, number>> = {
    lenient: {},
    strict: {},
    reference: {},
  };
  /** How many envelopes were taken. */
  taken = 0;

  constructor(parts: PassParts) {
    this.parts = parts;
  }

  /** False for an emission that was met before. */
  isNew(key: string): boolean {
    if (this.seen.has(key)) return false;
    this.seen.add(key);
    return true;
  }

  /** Counts one envelope and gathers what it deviates in. */
  take(audited: AuditedEnvelope): void {
    const { answer, profiles } = audited;
    this.taken++;
    this.answers[answer.kind]++;
    if (this.listed.length < LISTED) this.listed.push(audited);
    if (answer.kind === 'deviates') this.takeDeviations(audited, answer);
    if (answer.kind === 'not-reconstructable') for (const one of answer.missing) this.count(one);
    for (const profile of ['lenient', 'strict', 'reference'] as const) {
      const said = profiles?.[profile];
      const counts = this.profiles[profile];
      if (said !== undefined) counts[said] = (counts[said] ?? 0) + 1;
    }
  }

  /** Gathers a broken rule between events. */
  takeRule(problem: Problem): void {
    const { file, groups } = this.parts;
    const { code, message, severity } = problem;
    const { title, clause, advice } = problemInfo(code);
    groups.add(
      { source: 'rule', clause: problem.clause ?? clause, id: code, level: severity, title, advice },
      {
        file,
        message,
        runId: null,
        correlationId: null,
        sequence: problem.sequence ?? null,
        eventId: problem.eventId ?? null,
        pointer: problem.pointer ?? null,
        line: problem.line ?? null,
      },
    );
  }

  private count({ what, record }: { readonly what: string; readonly record: string }): void {
    const known = this.missing.get(what) ?? { what, record, count: 0 };
    known.count++;
    this.missing.set(what, known);
  }

  private takeDeviations(
    { runId, sequence, eventId, correlationId, type }: AuditedEnvelope,
    { deviations }: Extract<HostAnswer, { kind: 'deviates' }>,
  ): void {
    const { file, groups } = this.parts;
    const kind = type ?? 'an envelope';
    for (const group of deviationGroups(deviations)) {
      const { words, clause, note, id, compared } = group;
      const isVerdict = compared.some(
        ({ what }) => what === 'status' || what === 'code' || what === 'capKind',
      );
      groups.add(
        { source: 'deviation', clause, id, level: isVerdict ? 'error' : 'warning', title: note, advice: '' },
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

  /** `total` attempts that the log reports. */
  result(total: number, wasStopped: boolean): Omit<LogAudit, 'file' | 'hostName' | 'runs' | 'hasErrors'> {
    const { listed, taken } = this;
    return {
      answers: { ...this.answers },
      listed,
      wasStopped,
      envelopes: taken,
      leftOut: wasStopped || taken >= MAX_ENVELOPES ? Math.max(0, total - taken) : 0,
      profiles: structuredClone(this.profiles),
      missing: [...this.missing.values()].sort((a, b) => b.count - a.count),
    };
  }
}

const PAGE = 200;

/** What an audit is made with. */
interface AuditParts extends PassParts {
  /** Goes before what the log reports, field by field. */
  readonly context: AcceptContext;
  readonly acceptorOf: AcceptorOf;
  /** Called between envelopes; others have had their turn. True stops it. */
  readonly onProgress: (done: number, total: number) => boolean;
}

/**
 * Audits a log whose checks have run: its envelopes in the order of the log, each in the context of its place, and the
 * rules between its events. O(envelopes × events of the run); others get their turn between envelopes.
 */
export async function auditLog(log: RunLog, parts: AuditParts): Promise<LogAudit> {
  const pass = new AuditPass(parts);
  const { total, wasStopped } = await takeEnvelopes(log, parts, pass);
  const rules = await log.allProblems(isLogRule);
  return {
    ...pass.result(total, wasStopped),
    ...takeRules(pass, rules, await sessionSummary(log)),
    file: parts.file,
  };
}

/** Takes the broken rules of a log; returns what its summary says that an audit does. */
export function takeRules(
  pass: AuditPass,
  rules: readonly Problem[],
  { hostName, runs, problemCounts }: SessionSummary,
): Pick<LogAudit, 'hostName' | 'runs' | 'hasErrors'> {
  for (const problem of rules) pass.takeRule(problem);
  const broken = rules.filter(({ severity }) => severity === 'error');
  return { hostName, runs: runs.length, hasErrors: problemCounts.error > broken.length };
}

async function takeEnvelopes(
  log: RunLog,
  { context, acceptorOf, onProgress }: AuditParts,
  pass: AuditPass,
): Promise<{ readonly total: number; readonly wasStopped: boolean }> {
  const cache = new EvidenceCache();
  const turns = new Turns();
  for (let offset = 0; ; offset += PAGE) {
    const { ordinals, total, isEnd } = await attemptEvents(log, { offset, limit: PAGE });
    if (isEnd) return { total, wasStopped: false };
    for await (const found of evidenceOf(log, ordinals, cache)) {
      const isNew = found !== null && pass.isNew(found.key);
      const audited = isNew ? auditEnvelope(found.evidence, context, acceptorOf) : null;
      if (audited !== null) pass.take(audited);
      if (turns.areDue) await turns.rest();
      const wasStopped = onProgress(pass.taken, Math.max(total, pass.taken));
      if (wasStopped || pass.taken >= MAX_ENVELOPES) return { total, wasStopped };
    }
  }
}

/** One deviation of one envelope, in all points that it shows in. */
interface DeviationGroup {
  readonly clause: string;
  /** Row of acceptor 9; without one, the first point. */
  readonly id: string;
  readonly note: string;
  /** Both sides of each point: status and code first. */
  readonly compared: readonly ComparedValue[];
  /** Both sides of the first point, in a sentence without a full stop. */
  readonly words: string;
}

/** In the order of the points: status and code come first. */
export function deviationGroups(deviations: readonly HostDeviation[]): readonly DeviationGroup[] {
  const groups = new Map<string, DeviationGroup & { readonly compared: ComparedValue[] }>();
  for (const { what, here, host, clause, rule, note } of deviations) {
    const key = `${clause} ${note}`;
    const words = `${what} is ${host}, and ${here} by the pipeline`;
    const group = groups.get(key) ?? { clause, id: rule ?? what, note, words, compared: [] };
    groups.set(key, group);
    group.compared.push({ what, host, here });
  }
  return [...groups.values()];
}

/** An audit of some logs, and of what their host publishes. */
export interface AuditReport {
  readonly logs: readonly LogAudit[];
  /** Findings that no baseline names, those that weigh most first. */
  readonly groups: readonly FindingGroup[];
  /** Findings of more kinds than are stored. */
  readonly leftOut: number;
  /** What the baseline hides; null without one. */
  readonly baseline: {
    readonly hidden: readonly FindingGroup[];
    /** Entries that hide nothing any more. */
    readonly unused: number;
  } | null;
}

/** One host of a report: what its logs came to together. */
interface HostSummary {
  /** Null for logs that do not name theirs. */
  readonly hostName: string | null;
  readonly logs: number;
  readonly runs: number;
  readonly envelopes: number;
  readonly answers: LogAudit['answers'];
}

/** A row for each host, in the order of the logs. */
export function hostSummaries(logs: readonly LogAudit[]): readonly HostSummary[] {
  const none = { logs: 0, runs: 0, envelopes: 0, answers: NO_ANSWERS };
  const hosts = new Map<string | null, HostSummary>();
  for (const { hostName, runs, envelopes, answers } of logs) {
    const known = hosts.get(hostName) ?? none;
    const sum = (kind: HostAnswer['kind']): number => known.answers[kind] + answers[kind];
    hosts.set(hostName, {
      hostName,
      logs: known.logs + 1,
      runs: known.runs + runs,
      envelopes: known.envelopes + envelopes,
      answers: {
        agrees: sum('agrees'),
        deviates: sum('deviates'),
        'not-reconstructable': sum('not-reconstructable'),
      },
    });
  }
  return [...hosts.values()];
}

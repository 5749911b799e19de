/** All that an audit found, as one piece of plain data that every form of report is made of. */
import type { LogAudit } from './audit-pass.ts';
import type { FindingGroup } from './finding-groups.ts';

/** An audit of some logs, and of what their host publishes. */
export interface AuditReport {
  readonly logs: readonly LogAudit[];
  /** Findings that no baseline names, those that weigh most first. */
  readonly groups: readonly FindingGroup[];
  /** Findings of more kinds than are kept. */
  readonly leftOut: number;
  /** What the baseline hides; null without one. */
  readonly baseline: {
    readonly hidden: readonly FindingGroup[];
    /** Entries that hide nothing any more. */
    readonly unused: number;
  } | null;
}

/** One host of a report: what its logs came to together. */
export interface HostSummary {
  /** Null for logs that do not name theirs. */
  readonly hostName: string | null;
  readonly logs: number;
  readonly runs: number;
  readonly envelopes: number;
  readonly answers: LogAudit['answers'];
}

/** A row for each host, in the order of the logs. */
export function hostSummaries(logs: readonly LogAudit[]): readonly HostSummary[] {
  const hosts = new Map<string | null, HostSummary>();
  for (const { hostName, runs, envelopes, answers } of logs) {
    const held = hosts.get(hostName) ?? EMPTY;
    hosts.set(hostName, {
      hostName,
      logs: held.logs + 1,
      runs: held.runs + runs,
      envelopes: held.envelopes + envelopes,
      answers: {
        agrees: held.answers.agrees + answers.agrees,
        deviates: held.answers.deviates + answers.deviates,
        'not-reconstructable': held.answers['not-reconstructable'] + answers['not-reconstructable'],
      },
    });
  }
  return [...hosts.values()];
}

const EMPTY: Omit<HostSummary, 'hostName'> = {
  logs: 0,
  runs: 0,
  envelopes: 0,
  answers: { agrees: 0, deviates: 0, 'not-reconstructable': 0 },
};

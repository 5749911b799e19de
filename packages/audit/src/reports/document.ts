import { type AuditReport, hostSummaries } from '../audit-report.ts';

/** An audit as plain data. `groups` are what the baseline does not name, those that weigh most first. */
export function auditDocument({ logs, groups, leftOut, baseline }: AuditReport) {
  return {
    hosts: hostSummaries(logs),
    groups,
    ...(leftOut === 0 ? {} : { leftOut }),
    ...(baseline === null ? {} : { baseline: { hidden: baseline.hidden, unused: baseline.unused } }),
    logs,
  };
}

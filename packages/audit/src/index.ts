/** Is it the host or the specification: the envelopes and events of logs held against the protocol. Public exports. */
export { type AuditParts, auditLog } from './audit-log.ts';
export { type AnswerCounts, AuditPass, type LogAudit, MAX_ENVELOPES } from './audit-pass.ts';
export { type AuditReport, type HostSummary, hostSummaries } from './audit-report.ts';
export { type AcceptorOf, type AuditedEnvelope, auditEnvelope } from './audited-envelope.ts';
export { againstBaseline, type Baseline, baselineText, readBaseline } from './baseline.ts';
export { type EvidencePage, evidencePage, type KeyedEvidence } from './evidence-pages.ts';
export {
  type ComparedValue,
  type FindingGroup,
  FindingGroups,
  type FindingKind,
  type FindingLevel,
  type FindingPlace,
} from './finding-groups.ts';
export { declaredHost, type PublishedHost, takeDiscovery, takeSchemas } from './lint-host.ts';
export {
  type DeclaredHost,
  declaredHosts,
  MAX_HOSTS,
  type ReadDeclaration,
  readDeclaration,
  sharedNames,
} from './portability/declared-hosts.ts';
export {
  type Decider,
  type PortableAnswer,
  portableFromEvidence,
} from './portability/judge-at-host.ts';
export {
  type CellReason,
  type PortabilityCell,
  PortabilityGrid,
  type PortabilityRow,
  type PortablePlace,
} from './portability/portability-grid.ts';
export {
  documentOf,
  filePortability,
  type JudgedEvidence,
  judgeEvidence,
  logPortability,
  type PortabilityParts,
} from './portability/portability-pass.ts';
export { type AuditFile, readAuditFile } from './read-audit-file.ts';
export { auditDocument } from './reports/document.ts';
export { junitReport } from './reports/junit.ts';
export { markdownReport } from './reports/markdown.ts';
export { sarifReport } from './reports/sarif.ts';

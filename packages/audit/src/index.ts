/** Is it the host or the specification: the envelopes and events of logs compared with the protocol. Public exports. */
export {
  AuditPass,
  type AuditReport,
  auditLog,
  type ComparedValue,
  type FindingGroup,
  FindingGroups,
  type FindingPlace,
  hostSummaries,
  type LogAudit,
  MAX_ENVELOPES,
  takeRules,
} from './audit-pass.ts';
export { type AcceptorOf, type AuditedEnvelope, auditEnvelope } from './audited-envelope.ts';
export { evidencePage } from './evidence-pages.ts';
export * from './portability/judge-at-host.ts';
export {
  ANSWER_WORDS,
  answerTotals,
  type CellReason,
  cellText,
  type Decider,
  decidingText,
  exampleName,
  type PortabilityCell,
  PortabilityGrid,
  type PortabilityReport,
  type PortabilityRow,
  type PortableAnswer,
  portabilityDocument,
  portabilityJson,
  reasonHead,
} from './portability/portability-grid.ts';
export * from './read-audit-file.ts';
export { auditDocument, auditJson, markdownReport, profileRows } from './reports/audit-document.ts';
export { junitReport } from './reports/junit.ts';
export { sarifReport } from './reports/sarif.ts';

/** The local acceptor: the host's verdict on an envelope, and why. Public exports, grouped by folder. */

// AGH Network v0
export {
  AGH_KINDS,
  type AghCodeInfo,
  type AghKind,
  type AghReasonCode,
  type AghWarningCode,
  aghReasonCodes,
  aghWarningCodes,
} from '@openwop-inspector/protocol';
export type * from './accept-context.ts';
export * from './accept-parts.ts';
export * from './accept-result.ts';
export type * from './agh/agh-result.ts';
export type { AghContext, AghOptions, AghPeer } from './agh/agh-settings.ts';
export type * from './agh/agh-work.ts';
export type { AghDetail, AghInteraction, AghWarning } from './agh/agh-work.ts';
export { capabilityDigest, peerSubjectToken } from './agh/capability-digest.ts';
export {
  type AghAcceptor,
  type AghRun,
  createAghAcceptor,
  runAghMessages,
} from './agh/create-agh-acceptor.ts';
export { type AghGraph, type AghNode, aghGraph } from './agh/graph.ts';
export type { AghEdge, AghEdgeField, AghEdgeMark } from './agh/graph-edges.ts';
export type { TextPlace } from './agh/json-spans.ts';
export { type AghCard, type AghJudgement, createMessageJudge, VIEWER } from './agh/message-judge.ts';
export { type AghEntry, type AghFile, readAghMessages } from './agh/read-agh-messages.ts';
export { AGH_STEPS, type AghStepId, aghStepName } from './agh/steps/list.ts';
export {
  compareTurn,
  type TurnComparison,
  type TurnDifference,
  type TurnKnown,
  type TurnRow,
} from './context-from-log/compare-turn.ts';
// Context, envelope and the host's verdict out of a log
export {
  type ComparisonRow,
  compareWithHost,
} from './context-from-log/compare-with-host.ts';
export {
  type ContextFromLog,
  contextFromEvidence,
  type FieldStanding,
  fieldStandings,
  overriddenContext,
} from './context-from-log/context-from-evidence.ts';
export type { Deviation, HostDeviation } from './context-from-log/deviations.ts';
export type { EnvelopeFromLog } from './context-from-log/envelope-from-evidence.ts';
export type { LogEvidence } from './context-from-log/evidence.ts';
export { type GateFromLog, gateFromLog } from './context-from-log/gate-from-log.ts';
export { type HostAnswer, hostAnswer, type JudgedEnvelope } from './context-from-log/host-answer.ts';
export type { HostRecorded } from './context-from-log/host-recorded.ts';
export {
  LOOKS_AT_VALUES,
  MASKED,
  MEMBERS,
  type MissingInput,
  type NotReconstructable,
  notReconstructable,
  type Provenance,
  type Standing,
  UNCHECKED,
} from './context-from-log/provenance.ts';
export { readHostDeclaration } from './context-from-log/read-host-declaration.ts';
export {
  type LogAnswer,
  type LogTurn,
  type TurnFromLog,
  turnFromLog,
} from './context-from-log/turn-from-log.ts';
export type * from './create-acceptor.ts';
export { createAcceptor } from './create-acceptor.ts';
// The dispatch simulation
export type { Violation } from './dispatch/corrective-fragment.ts';
export {
  type DispatchConfig,
  type DispatchFile,
  type ProviderResponse,
  type ReadDispatch,
  readDispatchFile,
} from './dispatch/dispatch-input.ts';
export type {
  DispatchAttempt,
  DispatchResult,
  DispatchTerminal,
  EnvelopeVerdict,
  SimulatedEvent,
  StopMeaning,
} from './dispatch/dispatch-result.ts';
export { simulateDispatch } from './dispatch/simulate-dispatch.ts';
// Files with envelopes
export {
  type EnvelopeFile,
  type PlacedEmission,
  readEnvelopeFile,
  textFile,
} from './envelope-file/read-envelope-file.ts';
// Details of refusals
export { outcomeDetails, rawErrors } from './findings/outcome-details.ts';
export type { Redactor } from './findings/violation-text.ts';
export type * from './foreign-check.ts';
// The model-capability gate
export {
  decideModelGate,
  GATE_STEP_IDS,
  type GateCondition,
  type GateStep,
  type GateStepId,
  type ModelGateResult,
} from './gate/decide-model-gate.ts';
export {
  type ModelDeclaration,
  type ModelGateInput,
  type ReadGate,
  readGateFile,
} from './gate/gate-input.ts';
export { type JsonToken, jsonTokens, layOutJson } from './json/json-layout.ts';
// Lints of schemas and of host declarations
export {
  type DiscoveryFinding,
  type DiscoveryRule,
  lintDiscovery,
  type PlacedFinding,
  withDiscoveryLint,
} from './lint/lint-discovery.ts';
export {
  LINT_RULES,
  type LintFinding,
  type LintLevel,
  type LintRule,
  type LintRuleInfo,
  type LintTier,
} from './lint/lint-rules.ts';
export { type LintSchemaOptions, lintSchema } from './lint/lint-schema.ts';
export { SCHEMA_LIMITS } from './lint/schema-limits.ts';
export {
  type Support,
  VENDOR_TABLE,
  VENDORS,
  type Vendor,
  type VendorCell,
  type VendorEffect,
  type VendorFeature,
} from './lint/vendor-table.ts';
// Places in a text: of pointers, of what is said about them
export {
  type EnvelopePlace,
  nodeNear,
  placeOf,
  placeOfResult,
  rangeOf,
  type SyntaxProblem,
  syntaxProblemOf,
  type TextMark,
  type TextRange,
  treeAt,
} from './places/json-places.ts';
export { marksOf } from './places/marks.ts';
export { type Excerpt, type PlacedViolation, placedViolations } from './places/placed-violations.ts';
// Repairs, and schema information for a place
export { applyPatch, type Patched, type PatchOperation } from './repair/json-patch.ts';
export { type MeantNames, meantNames } from './repair/meant-names.ts';
export { proposeRepair, type Repair, type RepairRequest } from './repair/propose-repair.ts';
export type { RepairStep } from './repair/repair-step.ts';
export {
  envelopeSchemaAt,
  type KindSchemas,
  type PropertyNode,
  type SchemaNode,
  schemaAt,
  schemaForKind,
} from './schema-lookup/schema-at.ts';
// The steps of the pipeline
export { STEPS, type StepId, stepInfo } from './steps/list.ts';
export type { RetryReason } from './steps/step.ts';
// Vectors and context files
export { acceptorRunners, type RunnerParts } from './vectors/acceptor-runners.ts';
export { compareKeys } from './vectors/compare-keys.ts';
export { type Difference, differencesOf } from './vectors/match.ts';
export { type ParsedJson, parseJsonText } from './vectors/parse-json-text.ts';
export {
  type ReadAghContext,
  type ReadContext,
  readAcceptContext,
  readAghContext,
} from './vectors/read-accept-context.ts';
export { type ReadVectors, readVectors, type Vector, type VectorFile } from './vectors/read-vectors.ts';
export {
  runVector,
  type VectorAnswer,
  type VectorResult,
  type VectorRunner,
  type VectorRunners,
} from './vectors/run-vector.ts';
export { VECTOR_FORMS, type VectorForm } from './vectors/vector-forms.ts';

/** The local acceptor: the host's verdict on an envelope, and why. Public exports, grouped by folder. */

export type * from './accept-context.ts';
export * from './accept-parts.ts';
export type * from './accept-result.ts';
export type * from './acceptor.ts';
// AGH Network v0
export {
  AGH_KINDS,
  type AghCodeInfo,
  type AghDialect,
  type AghInteractionState,
  type AghKind,
  type AghReasonCode,
  type AghStatus,
  type AghWarningCode,
  aghReasonCodes,
  aghWarningCodes,
} from './agh/agh-codes.ts';
export type { AghContext, AghOptions, AghPeer } from './agh/agh-context.ts';
export type * from './agh/agh-result.ts';
export type { AghDetail, AghInteraction, AghWarning } from './agh/agh-work.ts';
export { capabilityDigest } from './agh/capability-digest.ts';
export {
  type AghAcceptor,
  type AghRun,
  createAghAcceptor,
  runAghMessages,
} from './agh/create-agh-acceptor.ts';
export { type AghGraph, type AghNode, aghGraph } from './agh/graph.ts';
export type { AghEdge, AghEdgeField, AghEdgeMark } from './agh/graph-edges.ts';
export { type AghCard, type AghJudgement, createMessageJudge, VIEWER } from './agh/message-judge.ts';
export { peerSubjectToken } from './agh/peer-subject-token.ts';
export { type AghEntry, type AghFile, readAghMessages } from './agh/read-agh-messages.ts';
export { AGH_STEPS, type AghStepId, aghStepName } from './agh/steps/list.ts';
export type { TextPlace } from './agh/text-places.ts';
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
export { type ContextFromLog, contextFromEvidence } from './context-from-log/context-from-evidence.ts';
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
  UNCHECKED,
} from './context-from-log/missing-input.ts';
export { type NotReconstructable, notReconstructable } from './context-from-log/not-reconstructable.ts';
export {
  type FieldStanding,
  fieldStandings,
  overriddenContext,
} from './context-from-log/overridden-context.ts';
export type { Provenance, Standing } from './context-from-log/provenance.ts';
export { readHostDeclaration } from './context-from-log/read-host-declaration.ts';
export {
  type LogAnswer,
  type LogTurn,
  type TurnFromLog,
  turnFromLog,
} from './context-from-log/turn-from-log.ts';
export { createAcceptor } from './create-acceptor.ts';
// The dispatch simulation
export type { Violation } from './dispatch/corrective-fragment.ts';
export type { DispatchConfig, ProviderResponse } from './dispatch/dispatch-input.ts';
export type {
  DispatchAttempt,
  DispatchResult,
  DispatchTerminal,
  EnvelopeVerdict,
} from './dispatch/dispatch-result.ts';
export { type DispatchFile, type ReadDispatch, readDispatchFile } from './dispatch/read-dispatch-file.ts';
export { simulateDispatch } from './dispatch/simulate-dispatch.ts';
export type { SimulatedEvent } from './dispatch/simulated-event.ts';
export type { StopMeaning } from './dispatch/stop-reason.ts';
// Files with envelopes
export {
  type EnvelopeFile,
  type PlacedEmission,
  readEnvelopeFile,
  textFile,
} from './envelope-file/read-envelope-file.ts';
// Details of refusals
export { outcomeDetails, rawErrors } from './findings/outcome-details.ts';
export type { Redactor } from './findings/value-line.ts';
export type * from './foreign-check.ts';
// The model-capability gate
export { decideModelGate, type ModelGateResult } from './gate/decide-model-gate.ts';
export type { ModelDeclaration, ModelGateInput } from './gate/gate-input.ts';
export { GATE_STEP_IDS, type GateCondition, type GateStep, type GateStepId } from './gate/gate-trace.ts';
export { type ReadGate, readGateFile } from './gate/read-gate-file.ts';
export { layOutJson } from './json/json-layout.ts';
export { type JsonToken, jsonTokens } from './json/json-tokens.ts';
// Lints of schemas and of host declarations
export { type PlacedFinding, withDiscoveryLint } from './lint/discovery-findings.ts';
export { type DiscoveryFinding, type DiscoveryRule, lintDiscovery } from './lint/lint-discovery.ts';
export type { LintFinding, LintLevel, LintTier } from './lint/lint-finding.ts';
export { LINT_RULES, type LintRule, type LintRuleInfo } from './lint/lint-rules.ts';
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
export { type EnvelopePlace, placeOfResult } from './places/envelope-place.ts';
export { nodeNear, placeOf, rangeOf, syntaxProblemOf, treeAt } from './places/json-places.ts';
export { marksOf } from './places/marks.ts';
export { type Excerpt, type PlacedViolation, placedViolations } from './places/placed-violations.ts';
export type { SyntaxProblem, TextMark, TextRange } from './places/text-mark.ts';
// Repairs, and schema information for a place
export { applyPatch, type Patched, type PatchOperation } from './repair/json-patch.ts';
export { type MeantNames, meantNames } from './repair/meant-names.ts';
export { proposeRepair, type Repair, type RepairRequest } from './repair/propose-repair.ts';
export type { RepairStep } from './repair/repair-step.ts';
export { envelopeSchemaAt, type KindSchemas, schemaForKind } from './schema-lookup/envelope-schema.ts';
export { type PropertyNode, type SchemaNode, schemaAt } from './schema-lookup/schema-at.ts';
// The steps of the pipeline
export { STEPS, type StepId, stepInfo } from './steps/list.ts';
export type { RetryReason } from './steps/step.ts';
// Vectors and context files
export { acceptorRunners, type RunnerParts } from './vectors/acceptor-runners.ts';
export { compareKeys } from './vectors/compare-keys.ts';
export { type Difference, differencesOf } from './vectors/match.ts';
export { type ParsedJson, parseJsonText } from './vectors/parse-json-text.ts';
export { type ReadContext, readAcceptContext } from './vectors/read-accept-context.ts';
export { type ReadAghContext, readAghContext } from './vectors/read-agh-context.ts';
export { type ReadVectors, readVectors, type Vector, type VectorFile } from './vectors/read-vectors.ts';
export {
  runVector,
  type VectorAnswer,
  type VectorResult,
  type VectorRunner,
  type VectorRunners,
} from './vectors/run-vector.ts';
export { VECTOR_FORMS, type VectorForm } from './vectors/vector-forms.ts';

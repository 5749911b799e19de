/** The local acceptor: the host's verdict on an envelope, and why. Public exports, grouped by folder. */

// AGH Network v0
export { aghReasonCodes } from '@openwop-inspector/protocol';
export type * from './accept-context.ts';
export * from './accept-parts.ts';
export * from './accept-result.ts';
export type * from './agh/agh-result.ts';
export type { AghContext, AghOptions, AghPeer } from './agh/agh-settings.ts';
export type * from './agh/agh-work.ts';
export { createAghAcceptor, isAghPeer, runAghMessages } from './agh/create-agh-acceptor.ts';
export { aghGraph } from './agh/graph.ts';
export { createMessageJudge, VIEWER } from './agh/message-judge.ts';
export { type AghEntry, readAghMessages } from './agh/read-agh-messages.ts';
export { AGH_STEPS } from './agh/steps/later.ts';
export { compareTurn, type TurnRow } from './context-from-log/compare-turn.ts';
// Context, envelope and the host's verdict out of a log
export { type ComparisonRow, compareWithHost } from './context-from-log/compare-with-host.ts';
export {
  type ContextFromLog,
  contextFromEvidence,
  type FieldStanding,
  fieldStandings,
  overriddenContext,
} from './context-from-log/context-from-evidence.ts';
export type { HostDeviation } from './context-from-log/deviations.ts';
export type { EnvelopeFromLog } from './context-from-log/envelope-from-evidence.ts';
export type { LogEvidence } from './context-from-log/evidence.ts';
export { type GateFromLog, gateFromLog } from './context-from-log/gate-from-log.ts';
export {
  type HostAnswer,
  hostAnswer,
  type JudgedEnvelope,
  uncheckedInputs,
} from './context-from-log/host-answer.ts';
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
export { type LogTurn, type TurnFromLog, turnFromLog } from './context-from-log/turn-from-log.ts';
export type * from './create-acceptor.ts';
export { createAcceptor } from './create-acceptor.ts';
// The dispatch simulation
export type { Violation } from './dispatch/corrective-fragment.ts';
export { type DispatchFile, readDispatchFile } from './dispatch/dispatch-input.ts';
export type { DispatchAttempt, DispatchResult, SimulatedEvent } from './dispatch/dispatch-result.ts';
export { simulateDispatch } from './dispatch/simulate-dispatch.ts';
// Files with envelopes
export {
  type EnvelopeFile,
  type PlacedEmission,
  readEnvelopeFile,
  textFile,
} from './envelope-file/read-envelope-file.ts';
// Details of refusals
export type { Redactor } from './findings/violation-text.ts';
export type * from './foreign-check.ts';
// The model-capability gate
export { decideModelGate, type GateStep, type ModelGateResult } from './gate/decide-model-gate.ts';
export { readGateFile } from './gate/gate-input.ts';
export { type JsonToken, jsonTokens, layOutJson } from './json/json-layout.ts';
// Lints of schemas and of host declarations
export { lintDiscovery, type PlacedFinding, withDiscoveryLint } from './lint/lint-discovery.ts';
export type { LintFinding, LintTier } from './lint/lint-rules.ts';
export { type LintSchemaOptions, lintSchema } from './lint/lint-schema.ts';
export type { Support, Vendor } from './lint/vendor-table.ts';
// Places in a text: of pointers, of what is said about them
export {
  type EnvelopePlace,
  nodeNear,
  placeOfResult,
  rangeOf,
  type TextMark,
  type TextRange,
  treeAt,
} from './places/json-places.ts';
export { marksOf } from './places/marks.ts';
export { type Excerpt, type PlacedViolation, placedViolations } from './places/placed-violations.ts';
// Repairs, and schema information for a place
export { applyPatch, type PatchOperation } from './repair/json-patch.ts';
export { proposeRepair, type Repair } from './repair/propose-repair.ts';
export { envelopeSchemaAt, type SchemaNode } from './schema-lookup/schema-at.ts';
// The steps of the pipeline
export { STEPS, type StepId, stepInfo } from './steps/list.ts';
export type { RetryReason } from './steps/step.ts';
// Vectors and context files
export { acceptorRunners } from './vectors/acceptor-runners.ts';
export { compareKeys } from './vectors/compare-keys.ts';
export { type Difference, differencesOf } from './vectors/match.ts';
export { type ParsedJson, parseJsonText, placeOf, type TextPlace } from './vectors/parse-json-text.ts';
export { type ReadContext, readAcceptContext, readAghContext } from './vectors/read-accept-context.ts';
export { readVectors, type Vector } from './vectors/read-vectors.ts';
export { runVector, type VectorAnswer, type VectorResult, type VectorRunners } from './vectors/run-vector.ts';
export { VECTOR_FORMS } from './vectors/vector-forms.ts';

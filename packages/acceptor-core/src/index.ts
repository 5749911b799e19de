/** The local acceptor: the host's verdict on an envelope, and why. Public exports, grouped by folder. */

// AGH Network v0
export { aghReasonCodes } from '@openwop-inspector/protocol';
export type * from './accept-context.ts';
export * from './accept-result.ts';
export type * from './agh/agh-work.ts';
export type * from './agh/create-agh-acceptor.ts';
export { createAghAcceptor, isAghPeer, runAghMessages } from './agh/create-agh-acceptor.ts';
export { aghGraph } from './agh/graph.ts';
export { createMessageJudge, VIEWER } from './agh/message-judge.ts';
export { type AghEntry, readAghMessages } from './agh/read-agh-messages.ts';
export { AGH_STEPS } from './agh/steps/later.ts';
export * from './context-from-log/compare-turn.ts';
export * from './context-from-log/context-from-evidence.ts';
export type { HostDeviation } from './context-from-log/deviations.ts';
export type { EnvelopeFromLog } from './context-from-log/envelope-from-evidence.ts';
export type { LogEvidence } from './context-from-log/evidence.ts';
export { type GateFromLog, gateFromLog } from './context-from-log/gate-from-log.ts';
// Context, envelope and the host's verdict out of a log
export * from './context-from-log/host-answer.ts';
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
export { readHostDeclaration } from './context-from-log/rebuild-host.ts';
export type * from './create-acceptor.ts';
export { createAcceptor } from './create-acceptor.ts';
export { type DispatchFile, readDispatchFile } from './dispatch/dispatch-input.ts';
// The dispatch simulation
export type {
  DispatchAttempt,
  DispatchResult,
  SimulatedEvent,
  Violation,
} from './dispatch/dispatch-result.ts';
export { simulateDispatch } from './dispatch/simulate-dispatch.ts';
// Files with envelopes
export * from './envelope-file/read-envelope-file.ts';
// Details of refusals
export type { Redactor } from './findings/outcome-details.ts';
export type * from './foreign-check.ts';
// The model-capability gate
export {
  decideModelGate,
  type GateStep,
  type ModelGateResult,
  readGateFile,
} from './gate/decide-model-gate.ts';
export { type JsonToken, jsonTokens, layOutJson } from './json/json-layout.ts';
// Lints of schemas and of host declarations
export { lintDiscovery, type PlacedFinding, withDiscoveryLint } from './lint/lint-discovery.ts';
export type { LintFinding, LintTier, Support, Vendor } from './lint/lint-rules.ts';
export { type LintSchemaOptions, lintSchema } from './lint/lint-schema.ts';
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
export { type Excerpt, marksOf, type PlacedViolation, placedViolations } from './places/placed-violations.ts';
export { proposeRepair, type Repair } from './repair/propose-repair.ts';
// Repairs, and schema information for a place
export { applyPatch, type PatchOperation } from './repair/repair-step.ts';
export { envelopeSchemaAt, type SchemaNode } from './schema-lookup/schema-at.ts';
// The steps of the pipeline
export { type RetryReason, STEPS, type StepId, stepInfo } from './steps/step-table.ts';
// Vectors and context files
export {
  acceptorRunners,
  runVector,
  type VectorResult,
  type VectorRunners,
} from './vectors/acceptor-runners.ts';
export { compareKeys, type Difference, differencesOf, type VectorAnswer } from './vectors/match.ts';
export { type ParsedJson, parseJsonText, placeOf, type TextPlace } from './vectors/parse-json-text.ts';
export { type ReadContext, readAcceptContext, readAghContext } from './vectors/read-accept-context.ts';
export { readVectors, type Vector } from './vectors/read-vectors.ts';
export { VECTOR_FORMS } from './vectors/vector-forms.ts';

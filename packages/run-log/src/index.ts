/** The engine: bytes to an indexed run, its causal graph and the answers the screens and the command line ask for. */

export type { JsonNode } from '@openwop-inspector/base';
export { type EventTone, type Failure, failureOf } from '@openwop-inspector/events';
export type * from './answers.ts';
export { nextProblem } from './check/problem-rows.ts';
export { INFERRED_WORDS, type InferredRule } from './graph/inferred-kinds.ts';
export { type EventDocument, isEmptyPayload, readEventDocument } from './index/event-document.ts';
export type { OpenOptions } from './load/log-load.ts';
export { nextTurn, Turns } from './next-turn.ts';
export { OneRun } from './one-run.ts';
export { openRunLog, RunLog } from './open-run-log.ts';
export { isUnpacked } from './read/open-container.ts';
export { withoutContainer } from './read/read-source.ts';
export type * from './source/byte-source.ts';
export {
  blobSource,
  bytesSource,
  growingSource,
  rangeSource,
  SourceError,
  textSource,
} from './source/byte-source.ts';
export { blobSpool } from './source/gzip.ts';
export type { UnpackFacts } from './source/unpack-limit.ts';
export { attemptInputs } from './view/attempt-inputs.ts';
export type { CausesQuery, CauseTreeRow } from './view/causes.ts';
export type { CausalChain, CausalVia, ChainLink, ChainNode } from './view/chain.ts';
export { CAUSE_WORDS, type CauseRule, type ChainEnding } from './view/chain-origin.ts';
export type * from './view/critical-path.ts';
export { criticalPath, LINK_WORDS, PATH_WORDS, pathLinkText, pathShareText } from './view/critical-path.ts';
export { deltaChain } from './view/delta-chain.ts';
export { type EffectKind, type EffectLedger, effectLedger } from './view/effect-ledger.ts';
export type { FailureSummary } from './view/ending-failure.ts';
export type * from './view/envelope-evidence.ts';
export { envelopeEvidence } from './view/envelope-evidence.ts';
export type { EnvelopeAttempt, EnvelopeRetry, EnvelopeState } from './view/envelopes/attempt-text.ts';
export { attemptEvents } from './view/envelopes/logical-envelope.ts';
export type { LogicalEnvelope } from './view/envelopes/other-stories.ts';
export { eachEventBytes } from './view/event-bytes.ts';
export { envelopeLines, eventLine, type LogLine, leftBehind } from './view/event-line.ts';
export { type EventRow, type RowFigures, rowFigures } from './view/event-rows.ts';
export type { SentencePart, Verdict } from './view/failure-text.ts';
export type { FilterError } from './view/filter/syntax.ts';
export {
  asksForNotes,
  asksForProblems,
  FILTER_OPERATORS,
  FILTER_TEXTS,
  FILTER_WORDS,
  type Filter,
  type FilterBatch,
  type FilterPart,
  type FoundSoFar,
  filterParts,
  filterSelects,
  isFilterError,
  parseFilter,
  runFilter,
  wildcard,
} from './view/filter.ts';
export type { RunSummary } from './view/fold.ts';
export type { FoundEnvelope } from './view/found-envelopes/envelopes-in-event.ts';
export { type FoundEnvelopesTarget, foundEnvelopes } from './view/found-envelopes.ts';
export { type Histogram, histogram } from './view/histogram.ts';
export type { InferredChain, InferredCounts, InferredLink } from './view/inferred.ts';
export { payloadText } from './view/json/json-members.ts';
export { JsonTree, type ValueAtByte } from './view/json-tree.ts';
export type { LaneSpan } from './view/lanes/lane-marks.ts';
export type { NodeLane } from './view/lanes/sub-lanes.ts';
export { type NodeLanes, nodeLanes } from './view/lanes.ts';
export type { RequestedInterrupt } from './view/live/requested-interrupt.ts';
export { type LiveFacts, liveFacts, type NodeAtWork, type ResolvedInterrupt } from './view/live-facts.ts';
export type { LoadedLog } from './view/loaded-log.ts';
export {
  idOrNone,
  type LogText,
  statusWord,
  textOfLog,
  titleOf,
  WORDS_OF_CHANNELS,
  WORDS_OF_RUNS,
} from './view/log-text.ts';
export type * from './view/logical-envelopes.ts';
export { envelopePosition, logicalEnvelopes } from './view/logical-envelopes.ts';
export { isConversation } from './view/messages/conversation.ts';
export {
  type MessageFacts,
  messageFacts,
  type PeerCardRow,
  type PlacedMessage,
} from './view/messages/message-facts.ts';
export {
  type EventHits,
  type PayloadBatch,
  type PayloadHit,
  payloadFinder,
  searchPayloads,
} from './view/payload-search.ts';
export { clearPage, type PageRange, type RawPage, rawPage } from './view/raw-page.ts';
export { measuredDuration } from './view/read-payload.ts';
export { type ReasoningMoment, reasoningAt } from './view/reasoning.ts';
export { type RecordedTurn, recordedGate, recordedTurn } from './view/recorded-turn.ts';
export { type RunListRow, type RunTimes, runTimes } from './view/run-list.ts';
export { type FoundSecret, type SecretScan, scanSecrets } from './view/secrets/scan-secrets.ts';
export { type SequenceGap, sequenceGaps } from './view/sequence-gaps.ts';
export {
  type CausalSummary,
  causalIds,
  checkedSummary,
  type ExportItem,
  normalSnapshot,
  type SessionSummary,
  sessionSummary,
} from './view/session-summary.ts';
export { addUse, type ListOrder, NO_USE, type SpanUse, sortedRows, spanUse } from './view/span-use.ts';
export type * from './view/statistics.ts';
export { type HeavyEvent, logStatistics } from './view/statistics.ts';
export { EvidenceCache } from './view/stories/evidence-reader.ts';
export { readTextsAhead } from './view/stories/model-text.ts';
export type * from './view/stream-folds.ts';
export { foldStreams, rowOfPlace, streamFold } from './view/stream-folds.ts';
export {
  type AnswerEffect,
  type EnteredAnswer,
  type SurfaceAnswer,
  surfaceAnswer,
} from './view/surface-answer.ts';
export { byteOfUnit, unitOfByte } from './view/text-places.ts';
export type { TimeSegment } from './view/time-axis.ts';
export { REACHED_WORDS } from './view/trust/reached.ts';
export {
  judgedPlaces,
  type ReachedPlace,
  type TaintFlow,
  type TaintOfEvent,
  type TaintOfLog,
  type TaintStep,
  taintOfEvent,
  taintOfLog,
} from './view/trust/taint-report.ts';
export type { TaintVerdict } from './view/trust/trust-findings.ts';
export { type TrustAnswer, trustOf } from './view/trust.ts';

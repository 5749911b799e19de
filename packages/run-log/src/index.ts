/** The engine: bytes to an indexed run, its causal graph and the answers the screens and the command line ask for. */

export type { JsonNode } from '@openwop-inspector/base';
export { type EventTone, type Failure, failureOf } from '@openwop-inspector/events';
export type * from './answers.ts';
export { nextProblem } from './check/problem-rows.ts';
export { INFERRED_WORDS, type InferredRule } from './graph/inferred-parents.ts';
export { type EventDocument, isEmptyPayload, readEventDocument } from './index/event-document.ts';
export type { OpenOptions } from './load/log-load.ts';
export { nextTurn, Turns } from './next-turn.ts';
export { OneRun, openRunLog, RunLog } from './open-run-log.ts';
export type { CausesQuery, CauseTreeRow, InferredCounts } from './query/chain/causes.ts';
export type {
  CausalChain,
  CausalVia,
  ChainLink,
  ChainNode,
  InferredChain,
  InferredLink,
} from './query/chain/chain.ts';
export {
  causesDocument,
  chainDocument,
  edgeRemark,
  eventDocument,
  INFERRED,
  isNotCausation,
  markText,
  originSentences,
  viaText,
} from './query/chain/chain-document.ts';
export { CAUSE_WORDS, type CauseRule, type ChainEnding } from './query/chain/chain-origin.ts';
export { type Histogram, histogram, type TimeSegment } from './query/counts/histogram.ts';
export { type SequenceGap, sequenceGaps } from './query/counts/sequence-gaps.ts';
export {
  type CausalSummary,
  causalIds,
  checkedSummary,
  type ExportItem,
  normalSnapshot,
  type RunListRow,
  type RunTimes,
  runTimes,
  type SessionSummary,
  sessionSummary,
} from './query/counts/session-summary.ts';
export type * from './query/counts/statistics.ts';
export { type HeavyEvent, logStatistics, statisticsDocument } from './query/counts/statistics.ts';
export type * from './query/envelope-evidence/envelope-evidence.ts';
export { envelopeEvidence, readEvidenceAhead } from './query/envelope-evidence/envelope-evidence.ts';
export * from './query/envelope-evidence/recorded-turn.ts';
export type { EnvelopeAttempt, EnvelopeRetry, EnvelopeState } from './query/envelopes/attempt-text.ts';
export { attemptEvents, type LogicalEnvelope } from './query/envelopes/logical-envelope.ts';
export type * from './query/envelopes/logical-envelopes.ts';
export { envelopePosition, logicalEnvelopes } from './query/envelopes/logical-envelopes.ts';
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
} from './query/filter/filter.ts';
export type { FilterError } from './query/filter/syntax.ts';
export type { FoundEnvelope } from './query/found-envelopes/envelopes-in-event.ts';
export { type FoundEnvelopesTarget, foundEnvelopes } from './query/found-envelopes/found-envelopes.ts';
export { type ReasoningMoment, reasoningAt } from './query/found-envelopes/reasoning.ts';
export {
  type AnswerEffect,
  type EnteredAnswer,
  type SurfaceAnswer,
  surfaceAnswer,
} from './query/found-envelopes/surface-answer.ts';
export * from './query/lanes/critical-path.ts';
export type { LaneSpan } from './query/lanes/lane-marks.ts';
export { type NodeLanes, nodeLanes } from './query/lanes/lanes.ts';
export { addUse, type ListOrder, NO_USE, type SpanUse, sortedRows, spanUse } from './query/lanes/span-use.ts';
export type { NodeLane } from './query/lanes/sub-lanes.ts';
export { type EffectKind, type EffectLedger, effectLedger } from './query/live/effect-ledger.ts';
export * from './query/live/live-facts.ts';
export type { RequestedInterrupt } from './query/live/requested-interrupt.ts';
export type { LoadedLog } from './query/loaded-log.ts';
export {
  idOrNone,
  type LogText,
  statusWord,
  textOfLog,
  titleOf,
  WORDS_OF_CHANNELS,
  WORDS_OF_RUNS,
} from './query/log-text.ts';
export {
  isConversation,
  type MessageFacts,
  messageFacts,
  type PeerCardRow,
  type PlacedMessage,
} from './query/messages/conversation.ts';
export { payloadText } from './query/payload/json-places.ts';
export { JsonTree, type ValueAtByte } from './query/payload/json-tree.ts';
export {
  type EventHits,
  type PayloadBatch,
  type PayloadHit,
  payloadFinder,
  searchPayloads,
} from './query/payload/payload-search.ts';
export { clearPage, type PageRange, type RawPage, rawPage } from './query/payload/raw-page.ts';
export { measuredDuration } from './query/payload/read-payload.ts';
export { byteOfUnit, unitOfByte } from './query/payload/text-places.ts';
export { eachEventBytes } from './query/rows/event-bytes.ts';
export { envelopeLines, eventLine, type LogLine, leftBehind } from './query/rows/event-line.ts';
export {
  type EventRow,
  eventHead,
  eventWithSummary,
  type RowFigures,
  rowAt,
  rowFigures,
  toneMark,
  typeSpan,
} from './query/rows/event-rows.ts';
export { allRows } from './query/rows/rows.ts';
export * from './query/secrets/scan-secrets.ts';
export { EvidenceCache } from './query/stories/evidence-reader.ts';
export { deltaChain } from './query/streams/delta-chain.ts';
export * from './query/streams/stream-folds.ts';
export { arrivalText, taintDocument, taintOfEventDocument } from './query/trust/taint-document.ts';
export {
  judgedPlaces,
  REACHED_WORDS,
  type ReachedPlace,
  type TaintFlow,
  type TaintOfEvent,
  type TaintOfLog,
  type TaintStep,
  taintOfEvent,
  taintOfLog,
} from './query/trust/taint-report.ts';
export { type TrustAnswer, trustOf } from './query/trust/trust.ts';
export type { TaintVerdict } from './query/trust/trust-findings.ts';
export type { FailureSummary } from './query/verdict/ending-failure.ts';
export type { SentencePart, Verdict } from './query/verdict/failure-text.ts';
export { eventlessRun, type RunSummary } from './query/verdict/fold.ts';
export {
  type CheckedReport,
  loadedDocument,
  problemsDocument,
  refusalAdvice,
  reportDocument,
  sourcePlace,
  statusSpan,
} from './query/verdict/summary-document.ts';
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
export { blobSpool, isUnpacked, type UnpackFacts } from './source/unpacked-source.ts';

/** The engine: bytes to an indexed run, its causal graph and the answers the screens and the command line ask for. */

export { type Failure, failureOf } from '@openwop-inspector/events';
export type * from './answers.ts';
export { nextProblem } from './check/problem-rows.ts';
export type * from './content-answers.ts';
export type * from './evidence-answers.ts';
export { type EventDocument, readEventDocument } from './index/event-document.ts';
export type { ClaimedCard, JudgedMessage, MessageFinding, MessageJudge } from './index/message-judge.ts';
export type * from './list-answers.ts';
export type * from './live-answers.ts';
export type { OpenOptions } from './load/log-load.ts';
export type * from './message-answers.ts';
export { nextTurn } from './next-turn.ts';
export { OneRun } from './one-run.ts';
export { openRunLog, RunLog } from './open-run-log.ts';
export type * from './payload-answers.ts';
export { isUnpacked } from './read/open-container.ts';
export { withoutContainer } from './read/read-source.ts';
export type * from './search-answers.ts';
export type * from './secret-answers.ts';
export {
  type AskForRange,
  type ByteSource,
  blobSource,
  bytesSource,
  growingSource,
  rangeSource,
  SourceError,
  textSource,
} from './source/byte-source.ts';
export { blobSpool, type Spool } from './source/gzip.ts';
export type { UnpackAnswer, UnpackFacts } from './source/unpack-limit.ts';
export type * from './surface-answers.ts';
export type * from './taint-answers.ts';
export type * from './time-answers.ts';
export { type AttemptInputs, attemptInputs } from './view/attempt-inputs.ts';
export type { CausesQuery } from './view/causes.ts';
export { LINK_WORDS, PATH_WORDS, pathLinkWords, pathShareWords } from './view/critical-path/path-words.ts';
export { criticalPath } from './view/critical-path.ts';
export { deltaChain } from './view/delta-chain.ts';
export { effectLedger } from './view/effect-ledger.ts';
export { type EvidenceTarget, envelopeEvidence } from './view/envelope-evidence.ts';
export { type AttemptEventsPage, attemptEvents } from './view/envelopes/attempt-events.ts';
export { eachEventBytes } from './view/event-bytes.ts';
export { envelopeLines, eventLine, type LogLine, leftBehind } from './view/event-line.ts';
export {
  asksForNotes,
  asksForProblems,
  FILTER_FIELDS,
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
export { type FoundEnvelopesTarget, foundEnvelopes } from './view/found-envelopes.ts';
export { histogram } from './view/histogram.ts';
export { JsonTree } from './view/json-tree.ts';
export { nodeLanes } from './view/lanes.ts';
export { liveFacts } from './view/live-facts.ts';
export type { LoadedLog } from './view/loaded-log.ts';
export {
  capital,
  idOrNone,
  type LogWords,
  statusWord,
  titleOf,
  WORDS_OF_CHANNELS,
  WORDS_OF_RUNS,
  wordsOfLog,
} from './view/log-words.ts';
export { envelopePosition, type LogicalEnvelopesQuery, logicalEnvelopes } from './view/logical-envelopes.ts';
export { measuredDuration } from './view/measured-duration.ts';
export { isConversation } from './view/messages/conversation.ts';
export { messageFacts } from './view/messages/message-facts.ts';
export { payloadFinder } from './view/payload-search/payload-finder.ts';
export { type PayloadBatch, searchPayloads } from './view/payload-search/search-payloads.ts';
export { payloadText } from './view/payload-text.ts';
export { clearPage, type PageRange, rawPage } from './view/raw-page.ts';
export { reasoningAt } from './view/reasoning.ts';
export { type RecordedAnswer, type RecordedTurn, recordedGate, recordedTurn } from './view/recorded-turn.ts';
export { rowFigures } from './view/row-figures.ts';
export { type RunTimes, runTimes } from './view/run-times.ts';
export { scanSecrets } from './view/secrets/scan-secrets.ts';
export { sequenceGaps } from './view/sequence-gaps.ts';
export { checkedSummary, sessionSummary } from './view/session-summary.ts';
export { type NormalSnapshot, normalSnapshot } from './view/snapshot.ts';
export { sortedRows } from './view/sorted-rows.ts';
export { spanUse, type UseOfSpans } from './view/span-use.ts';
export { logStatistics } from './view/statistics.ts';
export { EvidenceCache } from './view/stories/evidence-reader.ts';
export { type FoldedRows, foldStreams, rowOfPlace, streamFold } from './view/stream-folds.ts';
export { surfaceAnswer } from './view/surface-answer.ts';
export { byteOfUnit, unitOfByte } from './view/text-places.ts';
export { REACHED_WORDS } from './view/trust/reached.ts';
export { judgedPlaces, taintOfEvent, taintOfLog } from './view/trust/taint-report.ts';
export { trustOf } from './view/trust.ts';

/** Code of the jobs that the first picture of a log does not need, loaded as one script with the first of them. */
export { evidencePage } from '@openwop-inspector/audit';
export {
  clearPage,
  deltaChain,
  effectLedger,
  envelopeEvidence,
  liveFacts,
  rawPage,
  reasoningAt,
  recordedGate,
  recordedTurn,
  surfaceAnswer,
  taintOfEvent,
} from '@openwop-inspector/run-log';
export { laneWindowOf, pathOf, slowestOf } from './lane-window.ts';
export { narrowedEnvelopes, searchSession } from './search-job.ts';
export { contentAddress, contentBytes, contentText, contentTree, subjectsOf } from './subjects.ts';

/** Talks to a live host: discovery, snapshot, stream with resume, poll, interrupts, fork. No Node but for `src/node`, no DOM. */

export { errorCodeOf } from '@openwop-inspector/protocol';
export { type PreviewedAction, previewAction } from './actions/action-request.ts';
export { performAction } from './actions/perform-action.ts';
export * from './address/read-host-address.ts';
export * from './answers/actions.ts';
export type * from './answers/discovery.ts';
export type * from './answers/host-error.ts';
export type * from './answers/live-status.ts';
// The live session: frames, ledger, capture, and the rules that hold them together.
export { captureLines } from './capture/capture-writer.ts';
export * from './connection.ts';
export { discoveryFileName } from './discovery/families.ts';
export { readDiscovery } from './discovery/read-discovery.ts';
export { type Examination, examineHost } from './doctor/examine-host.ts';
export { statusError, withoutAnswer } from './errors/request-errors.ts';
export { createTokenBook, openInterrupts, type TokenBook } from './interrupts/open-interrupts.ts';
export { LedgerBook } from './ledger/ledger.ts';
export type * from './live/live-run.ts';
export { defaultTimings, within } from './live/live-run.ts';
export { LiveRunSession } from './live/live-session.ts';
export { nextStep, type SessionFacts, type SessionMoment } from './live/next-step.ts';
export { EventSplitter } from './poll/event-splitter.ts';
export * from './rest/create-host-connection.ts';
export * from './rest/read-calls.ts';
export * from './rest/request-url.ts';
export { EntryScanner } from './scan/entry-scan.ts';
export { type SseFrame, sseFrames } from './sse/sse-frames.ts';

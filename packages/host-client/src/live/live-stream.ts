import { OPEN_ARRAY, OPEN_OBJECT } from '@openwop-inspector/base';
import type { HostError } from '../answers/host-error.ts';
import type { LiveStatus } from '../answers/live-status.ts';
import type { StreamAnswer } from '../connection.ts';
import { withoutAnswer } from '../errors/request-errors.ts';
import { type BodyChunks, bodyChunks } from '../rest/read-body.ts';
import { runPath } from '../rest/request-url.ts';
import { type SseFrame, sseFrames } from '../sse/sse-frames.ts';
import { readLogPage } from './json-log.ts';
import type { NextStep } from './next-step.ts';
import type { Filling, SnapshotContext, Snapshots } from './snapshots.ts';

/** How a stream came to its end. */
export type StreamEnd =
  /** The host closed it, the connection broke, or we ended it. */
  | { readonly kind: 'end' }
  /** No byte for too long from a host that keeps its streams alive. */
  | { readonly kind: 'idle' }
  /** The body was silent for so long that the platform gave it up. */
  | { readonly kind: 'quiet' }
  /** The host answered with JSON, which was taken in. */
  | { readonly kind: 'json' }
  /** The host refused or could not be reached. */
  | { readonly kind: 'error'; readonly error: HostError }
  /** 204: the host has nothing to stream. */
  | { readonly kind: 'empty' };

/** What the loop of a session works with. */
export interface LoopContext extends SnapshotContext {
  readonly filling: Filling;
  readonly snapshots: Snapshots;
  /** Reports to the ledger how far the log was read. */
  settle(hasEnded: boolean): void;
  finish(end: Exclude<LiveStatus['end'], null>): Promise<void>;
}

interface StreamParts {
  readonly session: LoopContext;
  readonly onOpen: () => void;
  readonly onBytes: () => void;
  readonly onRetry: (ms: number) => void;
}

/** One stream of events: opens it, reads it to its end, and says how it ended. */
export async function readStream(
  parts: StreamParts,
  step: NextStep & { readonly action: 'reconnect' },
  signal: AbortSignal,
): Promise<StreamEnd> {
  const { headers, query } = step;
  const { clock, timings, intake } = parts.session;
  const { host, runId } = parts.session.parts;
  const answer = await host.openStream(runPath(host, runId, '/events'), { headers, query, signal });
  if (!answer.ok) return { kind: 'error', error: answer.error };
  const { status, body } = answer.value;
  if (status === 204) return { kind: 'empty' };
  if (body === null) return { kind: 'end' };
  intake.place.begin('stream');
  const frames = watchedFrames(parts);
  const { isWatched } = frames;
  const chunks = bodyChunks(body, { clock, signal, idleMs: timings.idleMs, isWatched });
  try {
    return await readBody(parts, answer.value, chunks, frames);
  } finally {
    chunks.close();
  }
}

async function readBody(
  parts: StreamParts,
  answer: StreamAnswer,
  chunks: BodyChunks,
  frames: ReturnType<typeof watchedFrames>,
): Promise<StreamEnd> {
  const { intake } = parts.session;
  const isStream = answer.contentType === '' || answer.contentType === 'text/event-stream';
  // A host without comments may send its first byte much later; it streams all the same.
  if (isStream) parts.onOpen();
  for (;;) {
    const chunk = await chunks.next();
    if (chunk === 'idle' || chunk === 'quiet') return { kind: chunk };
    if (typeof chunk === 'string') break;
    if (frames.isFirst() && (/[/+]json$/.test(answer.contentType) || beginsAsJson(chunk))) {
      const page = await readLogPage(intake, { via: 'poll', isNews: false }, chunks, undefined, chunk);
      if (!page.hasEvents) intake.takeUnread(page.beginning);
      return { kind: 'json' };
    }
    if (!isStream) return { kind: 'error', error: noStream(answer) };
    await frames.push(chunk);
    if (intake.isTerminalSeen) return { kind: 'end' };
    // A slow capture holds the stream back.
    await intake.drained();
  }
  await frames.end();
  return { kind: 'end' };
}

/** Bytes of a stream between two turns for others, however fast they come. */
const SLICE_BYTES = 1024 * 1024;

/** Frames of a stream on their way to the intake. */
function watchedFrames(parts: StreamParts) {
  const { intake, log } = parts.session;
  let hasComments = false;
  let hasBytes = false;
  let sinceRest = 0;
  let waiting: SseFrame[] = [];
  let cut: SseFrame | null = null;
  const frames = sseFrames({
    onFrame: (frame) => waiting.push(frame),
    onCutFrame: (frame) => {
      cut = frame;
    },
    onTooLarge: (beginning) => intake.takeTooLarge(beginning),
    onRetry: parts.onRetry,
    onComment: () => {
      hasComments = true;
    },
  });
  const takeWaiting = async (): Promise<void> => {
    const taken = waiting;
    waiting = [];
    for (const frame of taken) {
      const rest = intake.takeFrame(frame);
      if (rest !== null) await rest;
    }
  };
  return {
    isFirst: () => !hasBytes,
    // Where the log cannot be polled, a stream without comments is also ended when it is silent.
    isWatched: () => hasComments || log.canPoll === false,
    push: async (chunk: Uint8Array): Promise<void> => {
      hasBytes = true;
      frames.push(chunk);
      intake.begunUnits = frames.begunUnits();
      await takeWaiting();
      intake.place.took(chunk.length);
      parts.onBytes();
      sinceRest += chunk.length;
      if (sinceRest < SLICE_BYTES) return;
      sinceRest = 0;
      await intake.rest();
    },
    end: async (): Promise<void> => {
      frames.end();
      await takeWaiting();
      const rest = cut === null ? null : intake.takeCutFrame(cut);
      if (rest !== null) await rest;
    },
  };
}

/** No stream of events begins with a bracket, whatever the host calls it. */
function beginsAsJson(chunk: Uint8Array): boolean {
  const first = chunk.find((code) => code > 32 && code !== 0xef && code !== 0xbb && code !== 0xbf);
  return first === OPEN_OBJECT || first === OPEN_ARRAY;
}

function noStream({ status, contentType }: StreamAnswer): HostError {
  const message = `The host answered with ${contentType.slice(0, 80)} in the place of a stream of events.`;
  return { ...withoutAnswer('not-understood', 'not_a_stream', message), status };
}

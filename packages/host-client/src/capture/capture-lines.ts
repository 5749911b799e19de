import type { ActionRecord } from '../answers/actions.ts';
import type { HostDiscovery } from '../answers/discovery.ts';
import type { EventChannel, Ledger, LiveStatus } from '../answers/live-status.ts';
import { parsedJson } from '../json/json-value.ts';
import { maskPlain } from '../masking/mask-plain.ts';
import { maskText } from '../masking/mask-text.ts';

/**
 * Lines of a capture: NDJSON with the events as the host sent them, and control lines, which have a member `capture`
 * and no `type`. Every text is masked here, so that nothing secret is ever written.
 */

/** Names the form of a capture in its first line. */
const CAPTURE_FORM = 'openwop-inspector/1';
/** Most of a frame that could not be read. */
const SHOWN_UNITS = 2048;

/** What a session is about. */
export interface CaptureHead {
  readonly baseUrl: string;
  readonly runId: string;
  readonly discovery: HostDiscovery | null;
  readonly startedAtMs: number;
}

/** Writes lines for one host, whose token `mask` hides. */
export function captureLines(mask: (text: string) => string) {
  const line = (capture: string, fields: object): string =>
    mask(maskText(JSON.stringify({ capture, ...fields })));
  return {
    head: ({ baseUrl, runId, discovery, startedAtMs }: CaptureHead): string =>
      line(CAPTURE_FORM, {
        baseUrl,
        hostName: discovery?.name ?? hostOf(baseUrl),
        runId,
        startedAt: iso(startedAtMs),
        discovery: discovery === null ? null : (parsedJson(discovery.documentText) ?? null),
      }),
    via: (channel: EventChannel, atMs: number): string => line('via', { channel, at: iso(atMs) }),
    state: ({ state, words }: LiveStatus, atMs: number): string =>
      line('state', { state, words, at: iso(atMs) }),
    snapshot: (status: string | null, snapshot: unknown, atMs: number): string =>
      line('snapshot', { at: iso(atMs), status, snapshot }),
    action: (action: ActionRecord): string => line('action', action),
    badFrame: (text: string, atMs: number): string =>
      line('bad-frame', { text: maskPlain(text.slice(0, SHOWN_UNITS)), at: iso(atMs) }),
    /** A frame that is neither event, delta nor snapshot: a notification, a chunk without a type. */
    frame: (event: string, text: string, atMs: number): string =>
      line('frame', { event, at: iso(atMs), data: parsedJson(text) ?? null }),
    delta: (id: number | null): string => line('delta', { id }),
    end: (end: LiveStatus['end'], ledger: Ledger, atMs: number): string =>
      line('end', { at: iso(atMs), end, ledger }),
    /**
     * An event or delta frame as it came; only a text over several lines is written anew. `mayHoldSecrets` is false for a
     * text that was looked through already.
     */
    entry: (text: string, mayHoldSecrets = true): string => {
      const oneLine = text.includes('\n') ? JSON.stringify(parsedJson(text)) : text;
      return mask(mayHoldSecrets ? maskText(oneLine) : oneLine);
    },
  };
}

export type CaptureLines = ReturnType<typeof captureLines>;

function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

function hostOf(baseUrl: string): string {
  try {
    return new URL(baseUrl).host;
  } catch {
    return baseUrl;
  }
}

import { type OnToken, textMasking } from '@openwop-inspector/base';
import type { ActionRecord } from '../answers/actions.ts';
import type { HostDiscovery } from '../answers/discovery.ts';
import type { EventChannel, Ledger, LiveStatus } from '../answers/live-status.ts';
import { DEEPEST, parsedJson } from '../json/json-depth.ts';
import { maskPlain, maskText } from '../masking/mask-text.ts';

/**
 * Lines of a capture: NDJSON with the events as the host sent them, and control lines, which have a member `capture`
 * and no `type`. Every text is masked here, so that nothing secret is ever written. What a host sent stands in its line
 * as it came: it is never built anew from a parsed value.
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

/** Why a frame, or one event of an answer, could not be taken in; each has a line of this name. */
export type UnreadFrame = 'bad-frame' | 'too-large' | 'too-deep';

/** How a session ended, as its last line tells it. */
export interface CaptureEnd {
  readonly end: LiveStatus['end'];
  readonly ledger: Ledger;
  /** Control lines that were counted and no longer written. */
  readonly leftOut: number;
  /** Where the reader failed; null when it did not. */
  readonly failedAt: string | null;
}

/**
 * Writes lines for one host, whose token `mask` hides. None of the functions throws: a line that cannot be made is told
 * to `onUnwritten`, and a line that says so stands in its place. `onToken` is told of the live tokens of runs.
 */
export function captureLines(
  mask: (text: string) => string,
  onUnwritten: () => void = () => {},
  onToken?: OnToken,
) {
  const made = (of: string, make: () => string): string => {
    try {
      return make();
    } catch {
      onUnwritten();
      return JSON.stringify({ capture: 'unwritten', of });
    }
  };
  const line = (capture: string, fields: () => object): string =>
    made(capture, () => mask(maskText(JSON.stringify({ capture, ...fields() }))));
  /** `json` stands last, under `member`, as it came. */
  const around = (capture: string, fields: () => object, member: string, json: string): string =>
    made(capture, () => {
      const begun = JSON.stringify({ capture, ...fields() }).slice(0, -1);
      return mask(maskText(`${begun},"${member}":${onOneLine(json)}}`, onToken));
    });
  return {
    /** What a host says, for the words of a session. */
    quote: (text: string): string => mask(maskPlain(text)),
    head: ({ baseUrl, runId, discovery, startedAtMs }: CaptureHead): string =>
      line(CAPTURE_FORM, () => ({
        baseUrl,
        hostName: discovery?.name ?? hostOf(baseUrl),
        runId,
        startedAt: iso(startedAtMs),
        discovery: discovery === null ? null : (parsedJson(discovery.documentText) ?? null),
      })),
    via: (channel: EventChannel, atMs: number): string => line('via', () => ({ channel, at: iso(atMs) })),
    state: ({ state, words }: LiveStatus, atMs: number): string =>
      line('state', () => ({ state, words, at: iso(atMs) })),
    /** `snapshot` is JSON, as it came. */
    snapshot: (status: string | null, snapshot: string, atMs: number): string =>
      around('snapshot', () => ({ at: iso(atMs), status }), 'snapshot', snapshot),
    action: (action: ActionRecord): string => line('action', () => action),
    /** A frame that could not be read: its beginning, as a text. */
    unread: (what: Exclude<UnreadFrame, 'too-deep'>, text: string, atMs: number): string =>
      line(what, () => ({ text: maskPlain(text.slice(0, SHOWN_UNITS)), at: iso(atMs) })),
    /** A frame that nests too deep: all of it, as a text, so that whoever reads the capture meets no such depth. */
    tooDeep: (text: string, depth: number, atMs: number): string =>
      line('too-deep', () => ({ depth, bound: DEEPEST, at: iso(atMs), text: maskText(text) })),
    /** A frame that is neither event, delta nor snapshot: a notification, a chunk without a type. `json` as it came. */
    frame: (event: string, json: string, atMs: number): string =>
      around('frame', () => ({ event, at: iso(atMs) }), 'data', json),
    delta: (id: number | null): string => line('delta', () => ({ id })),
    end: ({ end, ledger, leftOut, failedAt }: CaptureEnd, atMs: number): string =>
      line('end', () => ({
        at: iso(atMs),
        end,
        ...(failedAt === null ? {} : { failedAt }),
        ...(leftOut === 0 ? {} : { leftOut }),
        ledger,
      })),
    /**
     * An event or delta frame as it came, JSON that was scanned. `mayHoldSecrets` is false for a text that was looked
     * through already.
     */
    entry: (text: string, mayHoldSecrets = true): string =>
      made('entry', () => {
        const oneLine = onOneLine(text);
        return mask(mayHoldSecrets ? textMasking(oneLine, onToken) : oneLine);
      }),
  };
}

export type CaptureLines = ReturnType<typeof captureLines>;

/** Line breaks of JSON stand between its tokens, never inside of one: without them it says the same. */
function onOneLine(json: string): string {
  return json.includes('\n') || json.includes('\r') ? json.replaceAll(/[\r\n]+/g, '') : json;
}

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

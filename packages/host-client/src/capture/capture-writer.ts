import { masker, type OnToken, parsedUrl, textMasking } from '@openwop-inspector/base';
import type { ActionRecord } from '../answers/actions.ts';
import type { HostDiscovery } from '../answers/discovery.ts';
import type { EventChannel, Ledger, LiveStatus } from '../answers/live-status.ts';
import type { CaptureSink, Clock } from '../live/live-run.ts';
import { DEEPEST, parsedJson } from '../rest/read-body.ts';

/** Beyond this number of UTF-16 units that are not written yet, the caller has to wait before it adds more. */
const HIGH_WATER = 4 * 1024 * 1024;
/** One write is not much larger. */
const WRITE_UNITS = 1024 * 1024;

/**
 * Gathers lines for a short while and hands them to the sink in order, one write at a time. Nothing is dropped: a slow
 * sink makes the bringer wait (`drained`).
 */
export class CaptureWriter {
  private readonly sink: CaptureSink;
  private readonly clock: Clock;
  private readonly waitMs: number;
  private readonly onWritten: () => void;
  /** Lines that wait, and their UTF-16 units. */
  private lines: string[] = [];
  private units = 0;
  /** Units of the lines that are being written. */
  private leaving = 0;
  private isTimed = false;
  private writing: Promise<void> | null = null;
  /** Size of the capture as far as it may be read. */
  bytes = 0;
  /** The sink has failed; what comes now cannot be stored. */
  hasFailed = false;

  constructor(sink: CaptureSink, clock: Clock, waitMs: number, onWritten: () => void) {
    this.sink = sink;
    this.clock = clock;
    this.waitMs = waitMs;
    this.onWritten = onWritten;
  }

  /** Takes a line without its line break. */
  add(line: string): void {
    this.lines.push(line);
    this.units += line.length + 1;
    if (this.units >= WRITE_UNITS) this.begin();
    else if (!this.isTimed && this.writing === null) {
      this.isTimed = true;
      this.clock.after(this.waitMs, () => {
        this.isTimed = false;
        this.begin();
      });
    }
  }

  /** More is waiting than a write or two takes. What is being written still counts, or a slow sink delayed nobody. */
  get isBehind(): boolean {
    return this.units + this.leaving > HIGH_WATER;
  }

  /** Resolves when there is room for more. */
  async drained(): Promise<void> {
    while (this.isBehind && this.writing !== null) await this.writing;
  }

  /** Resolves when all that was added is written, or the sink has failed. */
  async flush(): Promise<void> {
    for (this.begin(); this.writing !== null; this.begin()) await this.writing;
  }

  private begin(): void {
    if (this.writing !== null || this.units === 0) return;
    this.writing = this.writeAll().then(() => {
      this.writing = null;
      // What was added behind the last write would wait for the next line otherwise.
      this.begin();
    });
  }

  private async writeAll(): Promise<void> {
    while (this.units > 0) {
      const text = `${this.lines.join('\n')}\n`;
      this.leaving = this.units;
      this.lines = [];
      this.units = 0;
      try {
        if (!this.hasFailed) this.bytes = await this.sink.write(text);
      } catch {
        this.hasFailed = true;
      }
      this.leaving = 0;
      this.onWritten();
    }
  }
}

/**
 * Lines of a capture: NDJSON with the events as the host sent them, and control lines, which have a member `capture`
 * and no `type`. Every text is masked here, so that nothing secret is ever written. What a host sent is in its line
 * as it came: it is never built again from a parsed value.
 */

/** Names the form of a capture in its first line. */
const CAPTURE_FORM = 'openwop-inspector/1';
/** Most of a frame that could not be read. */
const MAX_DISPLAYED_UNITS = 2048;

/** What a session is about. */
interface CaptureHead {
  readonly baseUrl: string;
  readonly runId: string;
  readonly discovery: HostDiscovery | null;
  readonly startedAtMs: number;
}

/** Why a frame, or one event of an answer, could not be taken in; each has a line of this name. */
export type UnreadFrame = 'bad-frame' | 'too-large' | 'too-deep';

/** How a session ended, as recorded in its last line. */
interface CaptureEnd {
  readonly end: LiveStatus['end'];
  readonly ledger: Ledger;
  /** Control lines that were counted and no longer written. */
  readonly leftOut: number;
  /** Where the reader failed; null when it did not. */
  readonly failedAt: string | null;
}

type Mask = (text: string) => string;

/** The two forms of masked lines; a line that cannot be made is reported, and one that says so is in its place. */
function maskedLines(mask: Mask, onUnwritten: () => void, onToken: OnToken | undefined) {
  const made = (of: string, make: () => string): string => {
    try {
      return make();
    } catch {
      onUnwritten();
      return JSON.stringify({ capture: 'unwritten', of });
    }
  };
  const line = (capture: string, fields: () => object): string =>
    made(capture, () => mask(masker.json(JSON.stringify({ capture, ...fields() })).text));
  /** `json` is last, under `member`, as it came. */
  const around = (capture: string, fields: () => object, member: string, json: string): string =>
    made(capture, () => {
      const begun = JSON.stringify({ capture, ...fields() }).slice(0, -1);
      return mask(textMasking(`${begun},"${member}":${onOneLine(json)}}`, onToken));
    });
  return { made, line, around };
}

/**
 * Writes lines for one host, whose token `mask` hides. None of the functions throws: a line that cannot be made is reported
 * to `onUnwritten`, and a line that says so is in its place. `onToken` is called with the live tokens of runs.
 */
export function captureLines(mask: Mask, onUnwritten: () => void = () => {}, onToken?: OnToken) {
  const { made, line, around } = maskedLines(mask, onUnwritten, onToken);
  return {
    /** What a host says, for the words of a session. */
    quote: (text: string): string => mask(masker.text(text)),
    head: ({ baseUrl, runId, discovery, startedAtMs }: CaptureHead): string =>
      line(CAPTURE_FORM, () => ({
        baseUrl,
        hostName: discovery?.name ?? parsedUrl(baseUrl)?.host ?? baseUrl,
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
      line(what, () => ({ text: masker.text(text.slice(0, MAX_DISPLAYED_UNITS)), at: iso(atMs) })),
    /** A frame that nests too deep: all of it, as a text, so that whoever reads the capture meets no such depth. */
    tooDeep: (text: string, depth: number, atMs: number): string =>
      line('too-deep', () => ({ depth, bound: DEEPEST, at: iso(atMs), text: masker.json(text).text })),
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

const iso = (atMs: number): string => new Date(atMs).toISOString();

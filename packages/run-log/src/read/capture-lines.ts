/** The lines of a capture that are no events: what its head says, and what the session noted on the way. */

import { isRecord, jsonText, member } from '@openwop-inspector/base';
import { hasErrorMember, scalarText } from '@openwop-inspector/protocol';
import { type EntryPlace, FLAG } from '../index/event-columns.ts';
import type { EntryScanner } from '../scan/entry-scanner.ts';
import { KEY } from '../scan/event-keys.ts';
import { MAX_HEADER_BYTES, noteHostError, type ReadContext } from './read-context.ts';

/** What the first line of a capture begins with. */
const HEAD = /^\{\s*"capture"\s*:\s*"openwop-inspector\//;

const VIA: ReadonlyMap<string, number> = new Map([
  ['sse', FLAG.viaStream],
  ['poll', FLAG.viaPoll],
  ['bundle', FLAG.viaBundle],
]);

/** True for the first bytes of a capture of a live session. */
export function isCaptureHead(bytes: Uint8Array): boolean {
  return HEAD.test(new TextDecoder().decode(bytes.subarray(0, 80)));
}

/** Takes the control lines of one capture in order. Their values are as a host sent them: nothing is relied on. */
export class CaptureLines {
  /** What is known next to the events, as the members of a document: `host`, `runId`, `discovery`, `run` … */
  members: ReadonlyMap<string, unknown> = new Map();
  private via = 0;
  private deltaId = Number.NaN;
  private readonly context: ReadContext;

  constructor(context: ReadContext) {
    this.context = context;
  }

  /** True when `entry` was a control line: a string member `capture` and no `type`. */
  takes(entry: EntryScanner, place: EntryPlace): boolean {
    const kind = entry.text(KEY.capture);
    if (kind === null || (entry.keys & KEY.type) !== 0) return false;
    const line = place.length > MAX_HEADER_BYTES ? {} : this.parsed(entry, place);
    if (kind.startsWith('openwop-inspector/')) this.takeHead(line);
    else if (kind === 'via') this.via = VIA.get(scalarText(line.channel)) ?? 0;
    else if (kind === 'delta') this.deltaId = sequenceOf(line.id);
    else if (kind === 'snapshot') this.takeSnapshot(line);
    else if (kind === 'end') this.pass({ captureEnd: line });
    // A session that was begun again has not ended with the line that said so.
    else if (kind === 'state' && line.state !== 'ended') this.clearEnd();
    else if (kind === 'frame') this.takeFrame(line, place);
    else this.takeUnread(kind, place);
    return true;
  }

  /** Notes the channel that an event came by. */
  mark(ordinal: number): void {
    this.context.index.columns.mark(ordinal, this.via);
  }

  /** Number of the delta frame that is behind a `delta` line; it holds for that one only. */
  takeDeltaId(): number {
    const id = this.deltaId;
    this.deltaId = Number.NaN;
    return id;
  }

  /** Frames of the host that the session could not take in. */
  private takeUnread(kind: string, place: EntryPlace): void {
    const { index } = this.context;
    if (kind === 'bad-frame')
      index.problemAt('bad_frame', 'The host sent a frame whose data is not JSON', place);
    if (kind === 'too-large')
      index.problemAt('too_large', 'The host sent a frame that was too large to read', place);
    if (kind === 'too-deep')
      index.problemAt('too_deep', 'The host sent a frame that nests too deep to read', place);
  }

  /** A frame of the host that is no event: what it says of an error is displayed. */
  private takeFrame({ event, data }: Record<string, unknown>, place: EntryPlace): void {
    if (event === 'error' || hasErrorMember(data))
      noteHostError(this.context.index, jsonText(data) ?? '', place);
  }

  private clearEnd(): void {
    if (this.members.has('captureEnd')) this.pass({ captureEnd: null });
  }

  private parsed(entry: EntryScanner, place: EntryPlace): Record<string, unknown> {
    const start = place.offset - this.context.window.base;
    const value = entry.parse(start, start + place.length);
    return isRecord(value) ? value : {};
  }

  private takeHead(line: Record<string, unknown>): void {
    const discovery = isRecord(line.discovery) ? line.discovery : null;
    const said = member(discovery, 'implementation');
    const version = member(said, 'version');
    this.pass({
      captureForm: line.capture,
      host: { name: line.hostName, ...(version === undefined ? {} : { version }) },
      baseUrl: line.baseUrl,
      runId: line.runId,
      startedAt: line.startedAt,
      ...(discovery === null ? {} : { discovery }),
    });
  }

  /** The newest snapshot speaks for the run as the member `run` of a bundle does. */
  private takeSnapshot(line: Record<string, unknown>): void {
    const run = isRecord(line.snapshot) ? line.snapshot : {};
    const status = typeof line.status === 'string' ? { status: line.status } : {};
    this.pass({ run: { runId: this.members.get('runId'), ...run, ...status } });
  }

  private pass(members: Readonly<Record<string, unknown>>): void {
    this.members = new Map([...this.members, ...Object.entries(members)]);
  }
}

function sequenceOf(id: unknown): number {
  return typeof id === 'number' && Number.isSafeInteger(id) && id >= 0 ? id : Number.NaN;
}

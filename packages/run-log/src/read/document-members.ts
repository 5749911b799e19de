import { type JsonScanner, parsedJson } from '@openwop-inspector/base';
import { type ProblemCode, scalarText } from '@openwop-inspector/protocol';
import { isAghProtocol } from '../index/message-rows.ts';
import { KEY } from '../scan/event-keys.ts';
import { faultAt, faultText, type JsonFault } from '../scan/mend-json.ts';
import {
  bundleFormat,
  classOfEntry,
  classOfKeys,
  FORMATS,
  isBundleWithoutList,
  isExportBundle,
  messageIn,
} from './detect.ts';
import { explainDocument } from './explain.ts';
import {
  addEvent,
  badUtf8Text,
  MAX_HEADER_BYTES,
  placeAt,
  type ReadContext,
  type ReadResult,
} from './read-context.ts';

/** What a run snapshot is, and what to open instead. */
const SNAPSHOT =
  'A run snapshot: the state of a run, without its events. Open the bundle or the event list of the run';

/** Deepest value next to the events that is parsed: `JSON.parse` is recursive. */
const MAX_PARSED_DEPTH = 512;

/** What a document is. */
type Shape = Pick<ReadResult, 'format' | 'explanation'>;

/** The members of a document next to its list of events, as they are read. */
export class DocumentMembers {
  readonly header = new Map<string, unknown>();
  /** Which of the known keys there are, see `KEY`. */
  keys = 0;
  /** Those of them whose value is an array. */
  arrays = 0;

  /** Whether a member of this name was read before. `key` is a JSON string. */
  has(bit: number, key: string): boolean {
    return bit === 0 ? this.header.has(nameOf(key)) : (this.keys & bit) !== 0;
  }

  /** Takes the member whose value is in `[start, end)`; a very large or deep one is known by its name alone. */
  take(bit: number, key: string, json: JsonScanner, start: number, end: number): void {
    this.note(bit, json.bytes[start] === 0x5b);
    if (end - start > MAX_HEADER_BYTES || json.depth > MAX_PARSED_DEPTH) return;
    this.header.set(nameOf(key), JSON.parse(json.textOf(start, end)));
  }

  /** Takes a member whose value was no JSON and is `text` in the eyes of a lenient reader. */
  takeMended(bit: number, key: string, text: string): void {
    this.note(bit, text.startsWith('['));
    const value = parsedJson(text);
    if (value !== undefined) this.header.set(nameOf(key), value);
  }

  private note(bit: number, isArray: boolean): void {
    this.keys |= bit;
    if (isArray) this.arrays |= bit;
    else this.arrays &= ~bit;
  }

  /** The object has ended at `end`; what it is. `start` is its place, -1 when it had a list of events. */
  close(context: ReadContext, faults: DocumentFaults, start: number, end: number): Shape {
    if ((this.keys & KEY.events) !== 0 && start < 0)
      return { format: bundleFormat(this.keys, this.header), explanation: null };
    if (isBundleWithoutList(this.keys)) {
      const explanation = 'A debug bundle whose "events" is not an array cannot be opened';
      faults.problem('events_not_array', explanation, context.window.base + end);
      return { format: 'unknown', explanation };
    }
    if (isExportBundle(this.keys))
      return { format: 'export-bundle', explanation: explainDocument(this.header) };
    if (faults.first !== null) return this.closeMended(context, faults.first);
    const { format, isKnown, explanation } = readSingleEntry(context, start, end);
    return { format, explanation: isKnown ? explanation : explainDocument(this.header) };
  }

  /** An object that is not JSON as a whole is no entry; what it looks like is reported all the same. */
  private closeMended({ index }: ReadContext, fault: string): Shape {
    const isAgh = isAghProtocol(this.header.get('protocol'));
    const kind = isAgh ? 'agh' : classOfKeys(this.keys);
    if (kind === 'snapshot') return { format: FORMATS[kind].single, explanation: SNAPSHOT };
    if (kind === 'other') return { format: 'unknown', explanation: explainDocument(this.header) };
    index.entries++;
    index.unreadable++;
    return { format: 'unknown', explanation: fault };
  }
}

/** Reads the object in `[start, end)` of the window, which has no list of events, as one entry. */
function readSingleEntry(context: ReadContext, start: number, end: number) {
  const { entry, index } = context;
  const reported = entry.scan(start) < 0 ? 'other' : classOfEntry(entry);
  const message = messageIn(context, reported, start, end);
  const kind = message === null ? reported : 'agh';
  const place = placeAt(context, start, end - start);
  if (kind === 'event') addEvent(context, start, place);
  else if (kind === 'envelope') index.addEnvelope(entry, place);
  else if (message !== null) index.addMessage(message, place);
  return {
    format: FORMATS[kind].single,
    /** False for an object that is no entry of any kind. */
    isKnown: kind !== 'other' && kind !== 'delta',
    explanation: kind === 'snapshot' ? SNAPSHOT : null,
  };
}

function nameOf(key: string): string {
  return scalarText(parsedJson(key));
}

/** A fault inside the window. */
export interface PlacedFault {
  readonly fault: JsonFault;
  readonly at: number;
}

/** Reports what is wrong with the text of a document, each place once, however often the text around it is read again. */
export class DocumentFaults {
  private readonly context: ReadContext;
  private reportedTo = -1;
  /** The first that was reported, in words; null while there is none. */
  first: string | null = null;

  constructor(context: ReadContext) {
    this.context = context;
  }

  /** A fault; `then` says what it costs, when it costs something. */
  report({ fault, at }: PlacedFault, then?: string): void {
    const offset = this.context.window.base + at;
    if (offset <= this.reportedTo) return;
    this.reportedTo = offset;
    this.first ??= `The document is not JSON at byte ${offset}: ${faultText(fault)}`;
    const message = `Not JSON at byte ${offset}: ${faultText(fault)}`;
    this.problem('bad_line', then === undefined ? message : `${message}; ${then}`, offset);
  }

  /** The fault that the scanner met at `json.errorAt`, in a value that starts at `start`. */
  met(start: number): PlacedFault {
    const { json } = this.context.entry;
    return faultAt(json.bytes, start, json.errorAt, json.end);
  }

  /** A byte that is no UTF-8, at `at` in the window, outside of events. */
  reportBadUtf8(at: number): void {
    const offset = this.context.window.base + at;
    this.problem('invalid_utf8', badUtf8Text(offset), offset);
  }

  problem(code: ProblemCode, message: string, offset: number): void {
    this.context.index.problemAt(code, message, { offset, line: 0 });
  }
}

import type { ProblemCode } from '@openwop-inspector/protocol';
import { faultAt, faultText, type JsonFault } from '../scan/json-fault.ts';
import { badUtf8Text, type ReadContext } from './read-context.ts';

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

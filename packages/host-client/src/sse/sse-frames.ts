/** One dispatched frame. */
export interface SseFrame {
  /** The last event id of the stream, empty before the first; a frame without an id inherits the previous one. */
  readonly id: string;
  /** `message` when the frame names none. */
  readonly event: string;
  readonly data: string;
}

/** What a stream reports besides its frames. */
export interface SseListener {
  readonly onFrame: (frame: SseFrame) => void;
  /** A comment: the host keeps the connection alive. */
  readonly onComment?: () => void;
  /** `retry:` in ms. */
  readonly onRetry?: (ms: number) => void;
  /** The stream has ended inside this frame: its last line of data may be cut. */
  readonly onCutFrame?: (frame: SseFrame) => void;
  /** A frame over the cap was passed over; the stream continues behind it. */
  readonly onTooLarge?: (beginning: string) => void;
}

/** Largest frame, in UTF-16 units (section 6.2). */
const MAX_FRAME = 16 * 1024 * 1024;
/** How much of a frame over the cap is reported. */
const MAX_DISPLAYED = 2048;

/**
 * Reads server-sent events (section 6.2). Lines end by LF, CRLF or CR; ids last beyond their frame; a carriage return at
 * the end of a chunk ends its line at once; a frame over the cap is passed over. O(bytes), however small the lines; holds
 * one frame.
 */
export function sseFrames(listener: SseListener, mostFrame: number = MAX_FRAME): SseReader {
  return new SseReader(listener, mostFrame);
}

class SseReader {
  private readonly listener: SseListener;
  private readonly mostFrame: number;
  private readonly decoder = new TextDecoder();
  /** The line so far, and its UTF-16 units. */
  private line: string[] = [];
  private lineUnits = 0;
  /** The last text ended with CR: LF at the beginning of the next belongs to it. */
  private isAfterReturn = false;
  /** The line is longer than a frame may be; what is left of it is passed over. */
  private isTooLong = false;
  private lastId = '';
  private id: string | null = null;
  private event = '';
  private data: string[] = [];
  /** UTF-16 units of the data so far. */
  private dataUnits = 0;
  /** Inside of a frame over the cap. */
  private isPassedOver = false;

  constructor(listener: SseListener, mostFrame: number) {
    this.listener = listener;
    this.mostFrame = mostFrame;
  }

  /** Bytes as they come, cut anywhere. */
  push(bytes: Uint8Array): void {
    this.feed(this.decoder.decode(bytes, { stream: true }));
  }

  /** UTF-16 units of the frame that has begun; 0 between two frames and inside of one that is passed over. */
  begunUnits(): number {
    return this.dataUnits + (this.line[0]?.startsWith('data:') === true ? this.lineUnits : 0);
  }

  /**
   * The stream has ended: a frame without its empty line is no frame, and goes to `onCutFrame` (section 6.2). Of the
   * line it ended in, a number or a name is nothing without its end.
   */
  end(): void {
    this.feed(this.decoder.decode());
    const rest = this.line.join('');
    this.line = [];
    if (!this.isPassedOver && rest.startsWith('data:')) this.takeField(rest);
    const isCut = !this.isPassedOver && this.data.length > 0;
    const frame = this.takeFrame();
    if (isCut) this.listener.onCutFrame?.(frame);
  }

  private feed(text: string): void {
    if (text === '') return;
    let from = this.isAfterReturn && text.startsWith('\n') ? 1 : 0;
    let feed = text.indexOf('\n', from);
    let ret = text.indexOf('\r', from);
    while (feed >= 0 || ret >= 0) {
      const end = ret < 0 || (feed >= 0 && feed < ret) ? feed : ret;
      this.endLine(text.slice(from, end));
      from = end === ret && feed === ret + 1 ? end + 2 : end + 1;
      // Each is searched for once it lies behind: all looks together pass over the text once.
      if (feed >= 0 && feed < from) feed = text.indexOf('\n', from);
      if (ret >= 0 && ret < from) ret = text.indexOf('\r', from);
    }
    this.isAfterReturn = text.endsWith('\r');
    if (from < text.length) this.goOn(text.slice(from));
  }

  private goOn(part: string): void {
    if (this.isTooLong) return;
    this.line.push(part);
    this.lineUnits += part.length;
    if (this.lineUnits <= this.mostFrame) return;
    this.isTooLong = true;
    this.passOver(this.line.join('').slice(0, MAX_DISPLAYED));
    this.line = [];
  }

  private endLine(rest: string): void {
    const { line: begun, isTooLong } = this;
    this.isTooLong = false;
    this.lineUnits = 0;
    if (begun.length > 0) this.line = [];
    if (isTooLong) return;
    const line = begun.length === 0 ? rest : begun.join('') + rest;
    if (line === '') this.dispatch();
    else if (!this.isPassedOver) this.takeField(line);
  }

  /** The frame is too large: nothing is taken before its empty line. */
  private passOver(beginning: string): void {
    if (this.isPassedOver) return;
    this.forget();
    this.isPassedOver = true;
    this.listener.onTooLarge?.(beginning);
  }

  private takeField(line: string): void {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (colon === 0) this.listener.onComment?.();
    else if (name === 'data') {
      this.data.push(value);
      this.dataUnits += value.length + 1;
      if (this.dataUnits > this.mostFrame)
        this.passOver(this.data.slice(0, MAX_DISPLAYED).join('\n').slice(0, MAX_DISPLAYED));
    } else if (name === 'event') this.event = value;
    else if (name === 'id' && !value.includes('\0')) this.id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) this.listener.onRetry?.(Number(value));
  }

  private dispatch(): void {
    const isFrame = !this.isPassedOver && this.data.length > 0;
    const frame = this.takeFrame();
    if (!isFrame) return;
    this.lastId = frame.id;
    this.listener.onFrame(frame);
  }

  /** The fields so far as a frame; the next one begins without them. */
  private takeFrame(): SseFrame {
    const { data, event, id } = this;
    this.forget();
    this.isPassedOver = false;
    return {
      id: id ?? this.lastId,
      event: event === '' ? 'message' : event,
      data: data.length === 1 ? (data[0] ?? '') : data.join('\n'),
    };
  }

  private forget(): void {
    this.id = null;
    this.event = '';
    if (this.data.length > 0) this.data = [];
    this.dataUnits = 0;
  }
}

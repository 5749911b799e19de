/** The window's side of the contract with one frame: sends what is to be drawn, checks what comes back. */
import { unreachable } from '@openwop-inspector/base';
import {
  type FrameLook,
  type FrameState,
  type FrameSurface,
  type FrameValue,
  type Posted,
  readFrameMessage,
  readWindowMessage,
  type WindowMessage,
} from '../model/a2ui/frame-contract.ts';

/** Callbacks of a frame. */
export interface FrameListener {
  /** False for an index that is no field, or a value that the field cannot hold: the frame is then taken away. */
  readonly valuesChanged: (values: readonly (readonly [index: number, value: FrameValue])[]) => boolean;
  readonly pressed: (index: number) => void;
  readonly resized: (height: number) => void;
  /** Escape in the frame: the focus is wanted back. */
  readonly left: () => void;
  /** The frame is to be taken away. Called once; nothing else is called after it. */
  readonly failed: (fault: FrameFault) => void;
}

interface FrameLinkParts {
  readonly port: MessagePort;
  readonly nonce: string;
  readonly clock: FrameClock;
  /** Called for each message: what was rendered last listens. */
  readonly listener: () => FrameListener;
}

/** One frame, from its port to its end. Before the frame is ready, the last of each message waits. */
export class FrameLink {
  private readonly parts: FrameLinkParts;
  private readonly waiting = new Map<WindowMessage['kind'], WindowMessage>();
  private isReady = false;
  private isOpen = true;
  private secondFrom = Number.NEGATIVE_INFINITY;
  private inSecond = 0;
  private pings = 0;
  private stopAsking = () => {};
  private stopWaiting: (() => void) | null = null;

  constructor(parts: FrameLinkParts) {
    this.parts = parts;
    parts.port.onmessage = ({ data }) => this.take(data);
    this.ask();
  }

  show(surface: FrameSurface): void {
    this.waiting.delete('state');
    this.send({ kind: 'show', surface });
  }

  setState(state: FrameState): void {
    this.send({ kind: 'state', state });
  }

  setLook(look: FrameLook): void {
    this.send({ kind: 'look', look });
  }

  /** Sets whether the window is visible; a hidden frame gets no pings. */
  setWatched(isWatched: boolean): void {
    if (isWatched) this.ask();
    else this.stopPings();
  }

  fail(fault: FrameFault): void {
    if (!this.isOpen) return;
    this.close();
    this.parts.listener().failed(fault);
  }

  close(): void {
    this.isOpen = false;
    this.stopPings();
    this.parts.port.close();
  }

  /** Pings at once, and then again and again; a frame without an answer for long is taken away (security S-03). */
  private ask(): void {
    const { clock } = this.parts;
    this.pings += 1;
    // The oldest open question counts: asking again does not give a silent frame more time.
    this.stopWaiting ??= clock.after(SILENT_AFTER_MS, () => {
      this.stopPings();
      this.fail('silent');
    });
    this.stopAsking();
    this.stopAsking = clock.after(PING_EVERY_MS, () => this.ask());
    // Unanswered as well when the frame never became ready.
    if (this.isReady) this.post({ kind: 'ping', count: this.pings });
  }

  private stopPings(): void {
    this.stopAsking();
    this.answered();
  }

  private answered(): void {
    this.stopWaiting?.();
    this.stopWaiting = null;
  }

  /** True for the message that is one too many. `atMs` never falls. */
  private isFlood(atMs: number): boolean {
    if (atMs - this.secondFrom >= 1_000) {
      this.secondFrom = atMs;
      this.inSecond = 0;
    }
    this.inSecond += 1;
    return this.inSecond > MAX_A_SECOND;
  }

  private post(message: WindowMessage): void {
    if (!this.isOpen) return;
    const { nonce, port } = this.parts;
    const posted: Posted<WindowMessage> = { nonce, message };
    // What the frame would not take is not sent: its answer would be silence.
    if (readWindowMessage(posted, nonce) === null) this.fail('too-large');
    else port.postMessage(posted);
  }

  private send(message: WindowMessage): void {
    if (this.isReady) this.post(message);
    else this.waiting.set(message.kind, message);
  }

  private becomeReady(): void {
    this.isReady = true;
    for (const kind of ['look', 'show', 'state'] as const) {
      const message = this.waiting.get(kind);
      if (message !== undefined) this.post(message);
    }
    this.waiting.clear();
    this.ask();
  }

  private take(data: unknown): void {
    if (!this.isOpen) return;
    const isFlood = this.isFlood(this.parts.clock.now());
    const message = isFlood ? null : readFrameMessage(data, this.parts.nonce);
    // The first message is `ready`, and no other is.
    if (message === null || this.isReady === (message.kind === 'ready')) {
      this.fail(isFlood ? 'flood' : 'bad-message');
      return;
    }
    const listener = this.parts.listener();
    switch (message.kind) {
      case 'ready':
        this.becomeReady();
        break;
      case 'values':
        if (!listener.valuesChanged(message.values)) this.fail('bad-message');
        break;
      case 'press':
        this.ask();
        listener.pressed(message.index);
        break;
      case 'size':
        listener.resized(message.height);
        break;
      case 'alive':
        // Answers to unknown or old pings are ignored.
        if (message.count === this.pings) this.answered();
        break;
      case 'leave':
        listener.left();
        break;
      default:
        unreachable(message);
    }
  }
}

/** More than this in one second, and a frame is taken away. */
const MAX_A_SECOND = 200;

/** Between two pings while nothing happens. */
export const PING_EVERY_MS = 2_000;

/** Without an answer for that long a frame counts as silent. */
export const SILENT_AFTER_MS = 5_000;

export type FrameFault = 'silent' | 'flood' | 'bad-message' | 'moved' | 'too-large';

/** Each fault in one sentence. */
export const FRAME_FAULTS: Readonly<Record<FrameFault, string>> = {
  silent: 'The frame gave no sign of life for five seconds.',
  flood: 'The frame sent more than 200 messages in a second.',
  'bad-message': 'The frame sent a message that is not in its contract.',
  moved: 'The frame left its document.',
  'too-large': 'What was filled in is more than the frame may be sent.',
};

/** Time as the link to a frame needs it; tests bring their own. */
export interface FrameClock {
  /** Milliseconds from any start. */
  readonly now: () => number;
  /** Calls once after a while; the answer calls it off. */
  readonly after: (delayMs: number, call: () => void) => () => void;
}

export const windowClock: FrameClock = {
  now: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

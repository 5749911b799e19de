/** The window's side of the contract with one frame: sends what is to be drawn, checks what comes back. */
import { unreachable } from '@openwop-inspector/base';
import {
  type FrameLook,
  type FrameMessage,
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
  private readonly watchdog: Watchdog;
  private readonly isFlood = createFloodGuard();
  private readonly waiting = new Map<WindowMessage['kind'], WindowMessage>();
  private isReady = false;
  private isOpen = true;

  constructor(parts: FrameLinkParts) {
    this.parts = parts;
    this.watchdog = createWatchdog({
      clock: parts.clock,
      // Unanswered as well when the frame never became ready.
      ping: (count) => (this.isReady ? this.post({ kind: 'ping', count }) : undefined),
      silent: () => this.fail('silent'),
    });
    parts.port.onmessage = ({ data }) => this.takeData(data);
    this.watchdog.start();
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
    if (isWatched) this.watchdog.start();
    else this.watchdog.stop();
  }

  fail(fault: FrameFault): void {
    if (!this.isOpen) return;
    this.close();
    this.parts.listener().failed(fault);
  }

  close(): void {
    this.isOpen = false;
    this.watchdog.stop();
    this.parts.port.close();
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
    this.watchdog.ask();
  }

  private takeData(data: unknown): void {
    if (!this.isOpen) return;
    const { clock, nonce } = this.parts;
    const message = this.isFlood(clock.now()) ? 'flood' : readFrameMessage(data, nonce);
    if (message === 'flood') this.fail('flood');
    else if (message === null || (!this.isReady && message.kind !== 'ready')) this.fail('bad-message');
    else this.take(message);
  }

  private take(message: FrameMessage): void {
    const listener = this.parts.listener();
    switch (message.kind) {
      case 'ready':
        if (this.isReady) this.fail('bad-message');
        else this.becomeReady();
        break;
      case 'values':
        if (!listener.valuesChanged(message.values)) this.fail('bad-message');
        break;
      case 'press':
        this.watchdog.ask();
        listener.pressed(message.index);
        break;
      case 'size':
        listener.resized(message.height);
        break;
      case 'alive':
        this.watchdog.answered(message.count);
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

/** True for the message that is one too many. `atMs` never falls. */
function createFloodGuard(): (atMs: number) => boolean {
  let secondFrom = Number.NEGATIVE_INFINITY;
  let inSecond = 0;
  return (atMs) => {
    if (atMs - secondFrom >= 1_000) {
      secondFrom = atMs;
      inSecond = 0;
    }
    inSecond += 1;
    return inSecond > MAX_A_SECOND;
  };
}

export type FrameFault = 'silent' | 'flood' | 'bad-message' | 'moved' | 'too-large';

const words: Readonly<Record<FrameFault, string>> = {
  silent: 'The frame gave no sign of life for five seconds.',
  flood: 'The frame sent more than 200 messages in a second.',
  'bad-message': 'The frame sent a message that is not in its contract.',
  moved: 'The frame left its document.',
  'too-large': 'What was filled in is more than the frame may be sent.',
};

/** One sentence. */
export function frameFaultText(fault: FrameFault): string {
  return words[fault];
}

/** Pings a frame, and reports when no answer comes (security S-03). */

/** Between two questions while nothing happens. */
export const PING_EVERY_MS = 2_000;

/** Without an answer for that long a frame counts as silent. */
export const SILENT_AFTER_MS = 5_000;

interface WatchdogParts {
  readonly clock: FrameClock;
  readonly ping: (count: number) => void;
  /** Called once. */
  readonly silent: () => void;
}

/** Watches one frame. */
type Watchdog = ReturnType<typeof createWatchdog>;

function createWatchdog({ clock, ping, silent }: WatchdogParts) {
  let requested = 0;
  let stopAsking = () => {};
  let stopWaiting: (() => void) | null = null;
  /** Pings at once. */
  const ask = () => {
    requested += 1;
    // The oldest open question counts: asking again does not give a silent frame more time.
    stopWaiting ??= clock.after(SILENT_AFTER_MS, () => {
      stop();
      silent();
    });
    stopAsking();
    stopAsking = clock.after(PING_EVERY_MS, ask);
    ping(requested);
  };
  /** Stops pinging and waiting, for a hidden window; `start` begins again. */
  const stop = () => {
    stopAsking();
    stopWaiting?.();
    stopWaiting = null;
  };
  return {
    /** Starts to ping, and to wait: for an expected answer to `ping` or anything like it. */
    start: ask,
    ask,
    /** Handles an answer. Answers to unknown or old pings are ignored. */
    answered(count: number) {
      if (count !== requested) return;
      stopWaiting?.();
      stopWaiting = null;
    },
    stop,
  };
}

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

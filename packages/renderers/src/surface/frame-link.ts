/** The window's side of the contract with one frame: sends what is to be drawn, checks what comes back. */
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
} from '../surface-frame/frame-contract.ts';
import { createWatchdog, type FrameClock } from './watchdog.ts';

/** What a frame leads to. */
export interface FrameListener {
  readonly valuesChanged: (values: readonly (readonly [index: number, value: FrameValue])[]) => void;
  readonly pressed: (index: number) => void;
  readonly resized: (height: number) => void;
  /** Escape in the frame: the focus is wanted back. */
  readonly left: () => void;
  /** The frame is to be taken away. Called once; nothing else is called after it. */
  readonly failed: (fault: FrameFault) => void;
}

export interface FrameLinkParts {
  readonly port: MessagePort;
  readonly nonce: string;
  readonly clock: FrameClock;
  readonly listener: FrameListener;
}

/** One frame, from its port to its end. Before the frame is ready, the last of each message waits. */
export interface FrameLink {
  show(surface: FrameSurface): void;
  setState(state: FrameState): void;
  setLook(look: FrameLook): void;
  /** Whether anybody can see the window; a frame that nobody sees is not asked for signs of life. */
  setWatched(isWatched: boolean): void;
  fail(fault: FrameFault): void;
  close(): void;
}

export function createFrameLink({ port, nonce, clock, listener }: FrameLinkParts): FrameLink {
  const isFlood = createFloodGuard();
  const waiting = new Map<WindowMessage['type'], WindowMessage>();
  let isReady = false;
  let isOpen = true;

  const watchdog = createWatchdog({
    clock,
    // Unanswered as well when the frame never became ready.
    ping: (count) => (isReady ? post({ type: 'ping', count }) : undefined),
    silent: () => fail('silent'),
  });

  function post(message: WindowMessage): void {
    if (!isOpen) return;
    const posted: Posted<WindowMessage> = { nonce, message };
    // What the frame would not take is not sent: its answer would be silence.
    if (readWindowMessage(posted, nonce) === null) fail('too-large');
    else port.postMessage(posted);
  }

  function send(message: WindowMessage): void {
    if (isReady) post(message);
    else waiting.set(message.type, message);
  }

  function fail(fault: FrameFault): void {
    if (!isOpen) return;
    close();
    listener.failed(fault);
  }

  function close(): void {
    isOpen = false;
    watchdog.stop();
    port.close();
  }

  function becomeReady(): void {
    isReady = true;
    for (const type of ['look', 'show', 'state'] as const) {
      const message = waiting.get(type);
      if (message !== undefined) post(message);
    }
    waiting.clear();
    watchdog.ask();
  }

  function take(message: FrameMessage): void {
    switch (message.type) {
      case 'ready':
        if (isReady) fail('bad-message');
        else becomeReady();
        break;
      case 'values':
        listener.valuesChanged(message.values);
        break;
      case 'press':
        watchdog.ask();
        listener.pressed(message.index);
        break;
      case 'size':
        listener.resized(message.height);
        break;
      case 'alive':
        watchdog.answered(message.count);
        break;
      case 'leave':
        listener.left();
        break;
    }
  }

  function takeData(data: unknown): void {
    if (!isOpen) return;
    const message = isFlood(clock.now()) ? 'flood' : readFrameMessage(data, nonce);
    if (message === 'flood') fail('flood');
    else if (message === null || (!isReady && message.type !== 'ready')) fail('bad-message');
    else take(message);
  }

  port.onmessage = ({ data }) => takeData(data);
  watchdog.start();

  return {
    show(surface) {
      waiting.delete('state');
      send({ type: 'show', surface });
    },
    setState: (state) => send({ type: 'state', state }),
    setLook: (look) => send({ type: 'look', look }),
    setWatched: (isWatched) => (isWatched ? watchdog.start() : watchdog.stop()),
    fail,
    close,
  };
}

/** More than this in one second, and a frame is taken away. */
export const MOST_A_SECOND = 200;

/** True for the message that is one too many. `atMs` never falls. */
export function createFloodGuard(): (atMs: number) => boolean {
  let secondFrom = Number.NEGATIVE_INFINITY;
  let inSecond = 0;
  return (atMs) => {
    if (atMs - secondFrom >= 1_000) {
      secondFrom = atMs;
      inSecond = 0;
    }
    inSecond += 1;
    return inSecond > MOST_A_SECOND;
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
export function frameFaultWords(fault: FrameFault): string {
  return words[fault];
}

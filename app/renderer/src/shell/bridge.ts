import {
  type CallName,
  type EventName,
  gestureHeader,
  type Reply,
  type Request,
  type ShellBridge,
  type ShellEvents,
} from '@openwop-inspector/shell-contract';
import { askShell, gainWindowAccess, type WindowAccess } from './window-access.ts';

let overHttp: ShellBridge | null = null;

/** The shell around this window: `window.inspector` on the desktop, HTTP on loopback in a browser. */
export function shell(): ShellBridge {
  const desktop = desktopBridge();
  if (desktop !== null) return desktop;
  overHttp ??= createHttpBridge();
  return overHttp;
}

/** Calls the shell where nobody waits for the answer, and nothing is lost without it. */
export function tellShell<N extends CallName>(name: N, request: Request<N>): void {
  shell()
    .call(name, request)
    .catch(() => undefined);
}

/** Obtains access to the shell; on the desktop every window has it. */
export async function gainAccess(): Promise<WindowAccess> {
  return desktopBridge() === null ? gainWindowAccess() : { kind: 'open' };
}

function desktopBridge(): ShellBridge | null {
  return (globalThis as { inspector?: ShellBridge }).inspector ?? null; // set by our preload only
}

/** A call that the shell refused or could not answer, with its message. */
export class ShellCallFailed extends Error {
  override readonly name = 'ShellCallFailed';
}

/** The browser shell: calls are `POST rpc/<call>`, events come as lines of `rpc/events`. Same origin only. */
export function createHttpBridge(): ShellBridge {
  const listeners = new Map<EventName, Set<(detail: never) => void>>();
  let isFollowing = false;
  const listen = () => {
    if (isFollowing) return;
    isFollowing = true;
    void followEvents(({ name, detail }) => {
      for (const listener of listeners.get(name) ?? []) listener(detail as never); // the shell's half of the contract
    });
  };
  return {
    call: (name, request) => answerHere(name) ?? post(name, request),
    on: <N extends EventName>(name: N, listener: (detail: ShellEvents[N]) => void) => {
      listen();
      const ours = listeners.get(name) ?? new Set();
      listeners.set(name, ours.add(listener));
      return () => ours.delete(listener);
    },
  };
}

/** Calls that this shell always refuses are answered here, without sending it 64 MiB. */
function answerHere<N extends CallName>(name: N): Promise<Reply<N>> | null {
  if (name !== 'files/save-bytes') return null;
  const reply: Reply<'files/save-bytes'> = {
    saved: false,
    reason: 'no-dialog',
    message: 'This shell saves no files itself.',
  };
  return Promise.resolve(reply as Reply<N>); // N is this very call
}

/** Longest body that outlives the window, in UTF-16 units: browsers allow 64 KiB for all of them together. */
const MAX_LASTING_LENGTH = 8 * 1024;

async function post<N extends CallName>(name: N, request: Request<N>): Promise<Reply<N>> {
  const body = JSON.stringify(request);
  let response: Response;
  try {
    response = await askShell(`rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...gesture() },
      body,
      // What is to be stored arrives although the window closes.
      keepalive: name === 'settings/write' && body.length <= MAX_LASTING_LENGTH,
    });
  } catch {
    throw new ShellCallFailed('The shell does not answer. Is `npm start` still running?');
  }
  if (!response.ok)
    throw new ShellCallFailed((await response.text()) || `${name}: status ${response.status}`);
  const hasBytes = response.headers.get('content-type') === 'application/octet-stream';
  const reply: unknown = hasBytes ? replyWithBytes(await response.arrayBuffer()) : await response.json();
  return reply as Reply<N>; // the shell is the other half of this contract
}

/** Says that a click or a key of the person is fresh; the browser knows, and no script can make one. */
function gesture(): Record<string, string> {
  return globalThis.navigator?.userActivation?.isActive === true ? { [gestureHeader]: '1' } : {};
}

/** A reply with bytes: one line of JSON with the rest of it, then the bytes as they are. */
function replyWithBytes(body: ArrayBuffer): unknown {
  const lineEnd = new Uint8Array(body).indexOf(10);
  const rest: unknown = JSON.parse(new TextDecoder().decode(body.slice(0, lineEnd)));
  return Object.assign({}, rest, { bytes: new Uint8Array(body.slice(lineEnd + 1)) });
}

/** Events of the shell, one a line. */
interface ShellEvent {
  readonly name: EventName;
  readonly detail: unknown;
}

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

/**
 * Reads the shell's events while the window is open, and reconnects when the stream breaks off: immediately after
 * one that worked, then ever later. Ends when the shell does not know the window any more.
 */
async function followEvents(tell: (event: ShellEvent) => void): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(MAX_WAIT_MS, waitMs * 2)) {
    const outcome = await readStream(tell);
    if (outcome === 'refused') return;
    if (outcome === 'read') waitMs = FIRST_WAIT_MS;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

async function readStream(tell: (event: ShellEvent) => void): Promise<'read' | 'unreachable' | 'refused'> {
  let hasBegun = false;
  try {
    const response = await askShell('rpc/events');
    if (!response.ok || response.body === null) return response.status === 401 ? 'refused' : 'unreachable';
    hasBegun = true;
    await readLines(response.body, (line) => {
      if (line !== '') tell(JSON.parse(line) as ShellEvent); // the shell is the other half of this contract
    });
  } catch {
    // A stream that breaks off is requested again.
  }
  return hasBegun ? 'read' : 'unreachable';
}

async function readLines(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  take: (line: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let begun = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = `${begun}${value}`.split('\n');
    begun = lines.pop() ?? '';
    for (const line of lines) take(line);
  }
}

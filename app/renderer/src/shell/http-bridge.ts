import type {
  CallName,
  EventName,
  Reply,
  Request,
  ShellBridge,
  ShellEvents,
} from '@openwop-inspector/main/contract';

/** A call that the shell refused or could not answer, with its words. */
export class ShellCallFailed extends Error {
  override readonly name = 'ShellCallFailed';
}

const EVENT_NAMES: readonly EventName[] = ['files-opened', 'live-news', 'host-address', 'command'];

/** The browser shell: calls are `POST rpc/<call>`, events come over the stream `rpc/events`. Same origin only. */
export function createHttpBridge(): ShellBridge {
  const listeners = new Map<EventName, Set<(detail: never) => void>>();
  let stream: EventSource | null = null;
  const listen = () => {
    if (stream !== null) return;
    stream = new EventSource('rpc/events');
    for (const name of EVENT_NAMES) {
      stream.addEventListener(name, (event: MessageEvent<string>) => {
        const detail = JSON.parse(event.data) as never; // the shell is the other half of this contract
        for (const listener of listeners.get(name) ?? []) listener(detail);
      });
    }
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

/** What this shell answers whatever is asked is answered without sending it 64 MiB to hear so. */
function answerHere<N extends CallName>(name: N): Promise<Reply<N>> | null {
  if (name !== 'files/save-bytes') return null;
  const reply: Reply<'files/save-bytes'> = {
    saved: false,
    reason: 'no-dialog',
    message: 'This shell saves no files itself.',
  };
  return Promise.resolve(reply as Reply<N>); // N is this very call
}

async function post<N extends CallName>(name: N, request: Request<N>): Promise<Reply<N>> {
  let response: Response;
  try {
    response = await fetch(`rpc/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(request),
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

/** A reply with bytes: one line of JSON with the rest of it, then the bytes as they are. */
function replyWithBytes(body: ArrayBuffer): unknown {
  const lineEnd = new Uint8Array(body).indexOf(10);
  const rest: unknown = JSON.parse(new TextDecoder().decode(body.slice(0, lineEnd)));
  return Object.assign({}, rest, { bytes: new Uint8Array(body.slice(lineEnd + 1)) });
}

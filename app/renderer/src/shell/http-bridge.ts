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

const EVENT_NAMES: readonly EventName[] = ['files-opened', 'command'];

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
    call: (name, request) => post(name, request),
    on: <N extends EventName>(name: N, listener: (detail: ShellEvents[N]) => void) => {
      listen();
      const ours = listeners.get(name) ?? new Set();
      listeners.set(name, ours.add(listener));
      return () => ours.delete(listener);
    },
  };
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
  return (await response.json()) as Reply<N>; // the shell is the other half of this contract
}

/**
 * The program of a session's process, built as a file of its own (`dist/live-session.cjs`): a child of Node, or a
 * utility process of the desktop.
 */
import { enableFastLook } from '@openwop-inspector/base';
import { withinForm } from '../../answers/live-status.ts';
import type { LiveRun } from '../../live/live-run.ts';
import { LiveRunSession } from '../../live/live-session.ts';
import { createHostConnection } from '../../rest/create-host-connection.ts';
import { type CaptureFile, openCaptureFile } from '../capture-file.ts';
import { errorPlace } from '../go-on-after-errors.ts';
import { authoritiesUnusable, createHostFetch } from '../host-fetch.ts';
import { readOrder, type SessionCommand, type SessionStart, type SessionWord } from './session-messages.ts';

/** What a utility process of Electron has in place of a channel of Node. */
interface ParentPort {
  postMessage(message: unknown): void;
  on(event: 'message', take: (event: { readonly data: unknown }) => void): unknown;
}

const { parentPort } = process as NodeJS.Process & { readonly parentPort?: ParentPort };

enableFastLook();
if (parentPort === undefined) {
  serveSession({
    send: (text, sent) => {
      // Without a channel there is nobody to tell.
      if (process.send === undefined || !process.connected) sent?.();
      else process.send(text, () => sent?.());
    },
    onText: (take) => void process.on('message', take),
    onGone: (take) => void process.on('disconnect', take),
  });
} else {
  serveSession({
    send: (text, sent) => {
      parentPort.postMessage(text);
      // A message that was posted is on its way by the next turn.
      if (sent !== undefined) setImmediate(sent);
    },
    onText: (take) => void parentPort.on('message', ({ data }) => take(data)),
    // The system ends it together with the application.
    onGone: () => undefined,
  });
}

// The side of the session: a live run in a process of its own, and nothing else in it.

/** The way to the supervisor. */
interface SupervisorPort {
  /** Calls back when the text is on its way. */
  send(text: string, sent?: () => void): void;
  onText(take: (text: unknown) => void): void;
  /** The supervisor is gone. */
  onGone(take: () => void): void;
}

interface Running {
  readonly run: LiveRun;
  readonly capture: CaptureFile;
}

type Tell = (word: SessionWord, sent?: () => void) => void;
type AskToken = () => Promise<string | null>;

/** Serves one session: begins with the first `start`, ends the process at `leave`, or when the supervisor is gone. */
function serveSession(port: SupervisorPort): void {
  const tell: Tell = (word, sent) => port.send(JSON.stringify(word), sent);
  const tokens = new Map<number, (token: string | null) => void>();
  let requests = 0;
  let running: Promise<Running> | null = null;

  const askToken: AskToken = () => {
    requests++;
    const request = requests;
    return new Promise((resolve) => {
      tokens.set(request, resolve);
      tell({ kind: 'token-wanted', request });
    });
  };

  async function answer(request: number, work: (session: Running) => Promise<void>): Promise<void> {
    const session = await running;
    if (session !== null) {
      await work(session);
      tell({ kind: 'status', status: withinForm(session.run.status()) });
    }
    tell({ kind: 'done', request });
  }

  endOnError(tell);
  port.onGone(() => {
    const leaving = running?.then((session) => act('leave', session)) ?? Promise.resolve();
    void leaving.catch(() => undefined).then(() => process.exit(0));
  });
  port.onText((text) => {
    const order = readOrder(text);
    switch (order?.kind) {
      case 'start':
        running ??= startRun(order.start, tell, askToken);
        break;
      case 'ask':
        tell({ kind: 'alive', memoryBytes: process.memoryUsage.rss() });
        break;
      case 'token':
        tokens.get(order.request)?.(order.token);
        tokens.delete(order.request);
        break;
      case 'record':
        void answer(order.request, ({ run }) => run.record(order.action));
        break;
      case 'do':
        void answer(order.request, (session) => act(order.command, session)).then(() => {
          if (order.command === 'leave') process.exit(0);
        });
        break;
      default:
        throw new Error('The supervisor sent an order of no known form.');
    }
  });
}

/** The process ends by an error that nothing expected, and by no signal. */
function endOnError(tell: Tell): void {
  // What was reported before goes first; the supervisor ends a process that does not end.
  const fail = (thrown: unknown) =>
    tell({ kind: 'failed', error: errorPlace(thrown) }, () => process.exit(1));
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
  // A signal of the terminal goes to the whole group; the supervisor decides when its sessions end.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
}

async function startRun(parts: SessionStart, tell: Tell, token: AskToken): Promise<Running> {
  const { baseUrl, authorities, capturePath, ...rest } = parts;
  const fetch = createHostFetch({
    authorities: async () => authorities ?? Promise.reject(authoritiesUnusable()),
  });
  const capture = await openCaptureFile(capturePath);
  const run = new LiveRunSession({
    ...rest,
    host: createHostConnection({ baseUrl, token, fetch, major: rest.discovery?.major ?? 1 }),
    sink: {
      async write(text) {
        const sizeBytes = await capture.write(text);
        tell({ kind: 'grown', sizeBytes });
        return sizeBytes;
      },
    },
    onStatus: (status) => tell({ kind: 'status', status: withinForm(status) }),
  });
  run.start();
  return { run, capture };
}

async function act(command: SessionCommand, { run, capture }: Running): Promise<void> {
  if (command === 'fetch-missing') await run.fetchMissing();
  else if (command === 'detach') await run.detach();
  else if (command === 'leave') await run.detach().then(() => capture.close());
  else {
    run.reconnectNow();
    // After an end the session attaches again in the microtasks that follow.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

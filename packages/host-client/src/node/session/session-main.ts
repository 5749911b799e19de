/**
 * The program of a session's process, built as a file of its own (`dist/live-session.cjs`): a child of Node, or a
 * utility process of the desktop.
 */
import { enableFastLook } from '@openwop-inspector/base';
import { serveSession } from './serve-session.ts';

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

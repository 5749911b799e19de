/**
 * Runs in the sandbox before the page and gives it `window.inspector`, which can make the calls of the contract and
 * nothing else. `ipcRenderer` itself never reaches the page. Whether the user acts is checked here, in a world of its own,
 * because a script of the page could bend the answer in its own.
 */
import {
  type CallName,
  type EventName,
  isCallName,
  isEventName,
  needsGesture,
  type Reply,
  type Request,
  type ShellEvents,
} from '@openwop-inspector/shell-contract';
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';
import type { WireAnswer } from './ipc/handle.ts';

async function call<N extends CallName>(name: N, request: Request<N>): Promise<Reply<N>> {
  if (!isCallName(name)) throw new Error('There is no such call.');
  if (needsGesture(name) && !navigator.userActivation.isActive)
    throw new Error(`${name} is answered only after a click or a key.`);
  const answer: WireAnswer = await ipcRenderer.invoke(name, request);
  if (!answer.ok) throw new Error(answer.why);
  return answer.reply as Reply<N>; // made by the handler of this very call
}

function on<N extends EventName>(name: N, listener: (detail: ShellEvents[N]) => void): () => void {
  if (!isEventName(name)) throw new Error('There is no such event.');
  const relay = (_event: IpcRendererEvent, detail: ShellEvents[N]) => listener(detail);
  ipcRenderer.on(name, relay);
  return () => {
    ipcRenderer.removeListener(name, relay);
  };
}

contextBridge.exposeInMainWorld('inspector', { call, on });

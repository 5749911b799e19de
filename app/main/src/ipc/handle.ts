/** The door of the main process, and the only place that touches `ipcMain`. */
import { type CallName, callNames, needsGesture } from '@openwop-inspector/shell-contract';
import type { Log, ShellCallService } from '@openwop-inspector/shell-core';
import { type IpcMainInvokeEvent, ipcMain, type WebFrameMain } from 'electron';

/**
 * Answers every call of the contract, once for the life of the process. A call is answered only when it comes from
 * the top frame of our own window, and its request is checked before anything looks at it.
 *
 * @param isOurFrame true for the top frame of the window alone
 * @param hasGesture returns whether the user has just done something in the window
 */
export function handleCalls(
  service: ShellCallService,
  isOurFrame: (frame: WebFrameMain) => boolean,
  hasGesture: () => boolean,
  log: Log,
): void {
  for (const name of callNames)
    ipcMain.handle(name, (event, ...args: readonly unknown[]) => answerCall(name, event, args));

  async function answerCall(name: CallName, event: IpcMainInvokeEvent, args: readonly unknown[]) {
    const refused = (why: string): WireAnswer => {
      log({ event: 'call-refused', call: name });
      return { ok: false, why };
    };
    if (event.senderFrame === null || !isOurFrame(event.senderFrame) || args.length !== 1)
      return refused(`${name} was called by something that is not the window.`);
    if (needsGesture(name) && !hasGesture())
      return refused(`${name} is answered only after a click or a key.`);
    const answer = await service.answer(name, args[0]);
    if (answer.kind === 'answered') return { ok: true, reply: answer.reply };
    return refused(answer.kind === 'bad-request' ? answer.why : 'There is no such call.');
  }
}

/**
 * How an answer crosses from the main process to the preload script. A refusal is a value, because an exception would
 * arrive with Electron's own words in front of ours.
 */
export type WireAnswer =
  | { readonly ok: true; readonly reply: unknown }
  | { readonly ok: false; readonly why: string };

import { errorText, type MaskedText } from '@openwop-inspector/base';
import type { SaveAnswer } from '@openwop-inspector/renderers';
import { MAX_SAVED_PART, type Request, type SaveTextReply } from '@openwop-inspector/shell-contract';
import { announce, downloadBlob } from '@openwop-inspector/ui';
import { shell } from '../shell/bridge.ts';
import { noteFailures } from './hint-store.ts';
import { useInfoStore } from './settings-store.ts';

/** A text to save, with the name that is proposed for it. */
type TextToSave = Omit<Request<'files/save-text'>, 'text'> & { readonly text: MaskedText };

/**
 * Saves a text where the person wants it, by the system's dialog, or as a download where the shell has none. Must be called
 * while a click or key is fresh. A failure is listed with the files that could not be opened.
 */
export async function saveText(toSave: TextToSave): Promise<void> {
  const answer = await saveTextAs(toSave);
  if (answer.kind === 'saved' && useInfoStore.getState().canSave) announce(`Saved as ${answer.name}`);
  if (answer.kind === 'problem') noteFailures([{ name: 'Save', message: answer.message }]);
}

/** The same, and returns the outcome, for the caller reports it. */
export async function saveTextAs(toSave: TextToSave): Promise<SaveAnswer> {
  if (!useInfoStore.getState().canSave) {
    downloadBlob(toSave.suggestedName, new Blob([toSave.text]));
    return { kind: 'saved', name: toSave.suggestedName };
  }
  return answerOf(() => shell().call('files/save-text', toSave));
}

async function answerOf(save: () => Promise<SaveTextReply>): Promise<SaveAnswer> {
  try {
    const reply = await save();
    if (reply.saved) return { kind: 'saved', name: reply.name };
    return reply.reason === 'cancelled' ? { kind: 'cancelled' } : { kind: 'problem', message: reply.message };
  } catch (reason) {
    return { kind: 'problem', message: errorText(reason) };
  }
}

/** Longest name that is proposed, in UTF-16 units. */
const MAX_NAME_LENGTH = 200;

/** Bytes that go to the shell in one call; more go in parts. */
const MAX_IN_ONE = 32 * 1024 * 1024;

/**
 * Saves bytes of any size where the person wants them, as `saveText` does. What became of them is answered, for the place that
 * requested it reports it; `onProgress` gets how many are written, and returns true to stop.
 */
export async function saveBytes(
  name: string,
  content: Blob,
  onProgress: (done: number) => boolean = () => false,
): Promise<SaveAnswer> {
  const suggestedName = name.slice(0, MAX_NAME_LENGTH);
  if (!useInfoStore.getState().canSave) {
    downloadBlob(suggestedName, content);
    return { kind: 'saved', name: suggestedName };
  }
  if (content.size > MAX_IN_ONE) return answerOf(() => saveInParts(suggestedName, content, onProgress));
  return answerOf(async () =>
    shell().call('files/save-bytes', { suggestedName, bytes: new Uint8Array(await content.arrayBuffer()) }),
  );
}

/** Sends bytes one part after the other, so that neither side has the whole in memory. */
async function saveInParts(suggestedName: string, content: Blob, onProgress: (done: number) => boolean) {
  const reply = await shell().call('files/begin-save', { suggestedName });
  if (!reply.begun) return reply;
  const { saveId } = reply;
  for (let at = 0; at < content.size; at += MAX_SAVED_PART) {
    const bytes = new Uint8Array(await content.slice(at, at + MAX_SAVED_PART).arrayBuffer());
    if (!(await shell().call('files/save-part', { saveId, bytes }))) break;
    if (onProgress(at + bytes.length)) return shell().call('files/end-save', { saveId, isWhole: false });
  }
  return shell().call('files/end-save', { saveId, isWhole: true });
}

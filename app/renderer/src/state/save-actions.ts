import type { MaskedText } from '@openwop-inspector/base';
import type { SaveAnswer } from '@openwop-inspector/renderers';
import type { Request, SaveTextReply } from '@openwop-inspector/shell-contract';
import { announce, downloadBlob } from '@openwop-inspector/ui';
import { shell } from '../shell/bridge.ts';
import { useInfoStore } from './info-store.ts';
import { noteFailures } from './notices-store.ts';

/** A text to save, with the name that is proposed for it. */
export type TextToSave = Omit<Request<'files/save-text'>, 'text'> & { readonly text: MaskedText };

/**
 * Saves a text where the person wants it: by the system's dialog, or as a download where the shell has none. Must be
 * called while a click or key is fresh. A failure is listed with the files that could not be opened.
 */
export async function saveText(toSave: TextToSave): Promise<void> {
  if (!useInfoStore.getState().canSave) return downloadText(toSave);
  try {
    tell(await shell().call('files/save-text', toSave));
  } catch (reason) {
    noteFailures([{ name: 'Save', message: reason instanceof Error ? reason.message : String(reason) }]);
  }
}

function tell(reply: SaveTextReply): void {
  if (reply.saved) announce(`Saved as ${reply.name}`);
  else if (reply.reason !== 'cancelled') noteFailures([{ name: 'Save', message: reply.message }]);
}

/** Longest name that is proposed, in UTF-16 units. */
const MAX_NAME_LENGTH = 200;

/**
 * Saves bytes where the person wants them, as `saveText` does. What became of them is answered, for the place that
 * asked says it.
 */
export async function saveBytes(name: string, content: Blob): Promise<SaveAnswer> {
  const suggestedName = name.slice(0, MAX_NAME_LENGTH);
  if (!useInfoStore.getState().canSave) {
    downloadBlob(suggestedName, content);
    return { kind: 'saved', name: suggestedName };
  }
  try {
    const bytes = new Uint8Array(await content.arrayBuffer());
    const reply = await shell().call('files/save-bytes', { suggestedName, bytes });
    if (reply.saved) return { kind: 'saved', name: reply.name };
    return reply.reason === 'cancelled' ? { kind: 'cancelled' } : { kind: 'problem', message: reply.message };
  } catch (reason) {
    return { kind: 'problem', message: reason instanceof Error ? reason.message : String(reason) };
  }
}

/** Offers a text as a download. */
function downloadText({ suggestedName, text }: Request<'files/save-text'>): void {
  downloadBlob(suggestedName, new Blob([text]));
}

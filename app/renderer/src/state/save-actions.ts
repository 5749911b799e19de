import type { Request, SaveTextReply } from '@openwop-inspector/main/contract';
import { shell } from '../shell/bridge.ts';
import { announce } from '../ui/announce.ts';
import { downloadText } from '../ui/download-text.ts';
import { useInfoStore } from './info-store.ts';
import { noteFailures } from './notices-store.ts';

/** A text to save, with the name that is proposed for it. */
export type TextToSave = Request<'files/save-text'>;

/**
 * Saves a text where the person wants it: by the system's dialog, or as a download where the shell has none. Must be
 * called while a click or key is fresh. A failure stands with the files that could not be opened.
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

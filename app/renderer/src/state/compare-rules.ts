/** Rules of a comparison as a document: opened, saved in the form that `--mask` takes, and kept for the next time. */
import { masker } from '@openwop-inspector/base';
import { pickText } from '@openwop-inspector/ui';
import { compareAgain } from './compare-actions.ts';
import { changeCompare, compareOf } from './compare-store.ts';
import { saveText } from './save-actions.ts';

/** Opens a document of rules and compares by it, where there is something to compare. */
export async function openRules(sessionId: string): Promise<void> {
  const picked = await pickText('Rules of a comparison');
  if (picked === null) return;
  changeCompare(sessionId, { rules: picked.text });
  await compareAgain(sessionId);
}

/** Saves the rules as they stand in the field. Must be called while a click or key is fresh. */
export function saveRules(sessionId: string): Promise<void> {
  const { text } = masker.json(compareOf(sessionId).rules);
  return saveText({ suggestedName: 'compare-rules.json', text, kind: 'json' });
}

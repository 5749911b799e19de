/** Rules of the last comparison, on this machine. They name members and places; a text that contains a secret is not saved. */
import { masker } from '@openwop-inspector/base';
import { keepText, storedText, takeOver } from './stored-texts.ts';

/** A longer document is not saved, in UTF-16 units. */
const MAX_KEPT = 64 * 1024;

/** The rules of the last time; empty when there are none. */
export function savedRules(): string {
  const text = storedText('compare-rules');
  return text.length <= MAX_KEPT ? text : '';
}

/** Saves rules that could be read; blank ones are deleted. False where they were not saved. */
export async function keepRules(text: string): Promise<boolean> {
  if (text.trim() === '') return keepText('compare-rules', '');
  return text.length <= MAX_KEPT && masker.json(text).masked === 0 && keepText('compare-rules', text);
}

/** Restores the rules that an earlier version stored in the browser, where there are no newer ones. */
export function loadRules(): void {
  void takeOver('compare-rules', async (old) => savedRules() !== '' || keepRules(old));
}

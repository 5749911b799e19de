/** Rules of the last comparison, on this machine. They name members and places; what holds a secret is not kept. */
import { masker } from '@openwop-inspector/base';
import { keepText, keptText, takeOver } from './kept-texts.ts';

/** A longer document is not kept, in UTF-16 units. */
const MAX_KEPT = 64 * 1024;

/** The rules of the last time; empty when there are none. */
export function keptRules(): string {
  const text = keptText('compare-rules');
  return text.length <= MAX_KEPT ? text : '';
}

/** Keeps rules that could be read; blank ones are forgotten. False where they were not kept. */
export async function keepRules(text: string): Promise<boolean> {
  if (text.trim() === '') return keepText('compare-rules', '');
  return text.length <= MAX_KEPT && masker.json(text).masked === 0 && keepText('compare-rules', text);
}

/** Takes over the rules that an earlier version kept in the browser, where there are no newer ones. */
export function loadRules(): void {
  void takeOver('compare-rules', async (old) => keptRules() !== '' || keepRules(old));
}

/** Comparing the visible run with another: which, by what rules, and going to the events. */
import { masker } from '@openwop-inspector/base';
import { migrate, saveText, storedText } from '../../shared/stored-texts.ts';
import type { CompareAnswer, ComparedSide } from '../../worker/compare-jobs.ts';
import { onSessionClose, sessionRecord } from '../sessions/session-record.ts';

/** A comparison of a run with another, by the session of the first, initially as given here. */
export class Compare {
  /** The run of the session itself, A; null for the first. */
  readonly run: string | null = null;
  /** The other side; null until one is chosen. */
  readonly b: ComparedSide | null = null;
  /** Rules as typed; blank for the usual ones. */
  readonly rules: string = '';
  /** The rules that the answer goes by. */
  readonly usedRules: string = '';
  /** Null before the first comparison. `failed`: the worker could not answer. */
  readonly answer: CompareAnswer | { readonly kind: 'failed'; readonly reason: string } | null = null;
  /** Number of the last requested comparison; 0 before the first. Answers of others come too late. */
  readonly requestId: number = 0;
  /** Place of the selected difference in the list; -1 for the first divergence. */
  readonly selected: number = -1;
}

const NEW_COMPARE = new Compare();

export const compares = sessionRecord(NEW_COMPARE);

export const { of: compareOf, use: useCompare, change: changeCompare } = compares;

/** Forgets a session, and every comparison that it is the other side of. */
export function dropCompare(sessionId: string): void {
  compares.drop(sessionId);
  for (const [id, { b, rules }] of Object.entries(compares.useAll.getState()))
    if (b?.sessionId === sessionId) compares.put(id, { ...NEW_COMPARE, rules });
}

onSessionClose(dropCompare);

/** A longer document is not saved, in UTF-16 units. */
const MAX_STORED = 64 * 1024;

/** The rules of the last time; empty when there are none. */
export function savedRules(): string {
  const text = storedText('compare-rules');
  return text.length <= MAX_STORED ? text : '';
}

/** Saves rules that could be read; blank ones are deleted. False where they were not saved. */
export async function keepRules(text: string): Promise<boolean> {
  if (text.trim() === '') return saveText('compare-rules', '');
  return text.length <= MAX_STORED && masker.json(text).masked === 0 && saveText('compare-rules', text);
}

/** Restores the rules that an earlier version stored in the browser, where there are no newer ones. */
export function loadRules(): void {
  void migrate('compare-rules', async (old) => savedRules() !== '' || keepRules(old));
}

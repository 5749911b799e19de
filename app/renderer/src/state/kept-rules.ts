/** Rules of the last comparison, on this machine. They name members and places; what holds a secret is not kept. */
import { masker } from '@openwop-inspector/base';

const KEY = 'inspector.compare-rules';
/** A longer document is not kept, in UTF-16 units. */
const MAX_KEPT = 64 * 1024;

/** The rules of the last time; empty when there are none. */
export function keptRules(): string {
  try {
    const text = localStorage.getItem(KEY) ?? '';
    return text.length <= MAX_KEPT ? text : '';
  } catch {
    return ''; // a window that may keep nothing
  }
}

/** Keeps rules that could be read; blank ones are forgotten. */
export function keepRules(text: string): void {
  try {
    if (text.trim() === '') localStorage.removeItem(KEY);
    else if (text.length <= MAX_KEPT && masker.json(text).masked === 0) localStorage.setItem(KEY, text);
  } catch {
    // Nothing can be kept here; the rules stay in force.
  }
}

/**
 * The user's data for all logs, as stored by the shell: read once, before the screens are there. Of several windows the
 * one that wrote last counts.
 */
import { STORED_NAMES, type StoredName } from '@openwop-inspector/shell-contract';
import { shell } from '../shell/bridge.ts';
import { noteFailures } from './hint-store.ts';

const texts = new Map<StoredName, string>();

const WORDS: Readonly<Record<StoredName, string>> = {
  filters: 'Saved filters',
  colours: 'Colouring rules',
  'compare-rules': 'Rules of the comparison',
  hosts: 'Declarations of hosts',
};

/** Reads what the shell has stored. What cannot be read is reported as a failure and begins empty. */
export async function loadStored(): Promise<void> {
  await Promise.all(STORED_NAMES.map(load));
}

async function load(name: StoredName): Promise<void> {
  const read = await shell().call('texts/read', { name });
  if (read.kind === 'text') texts.set(name, read.text);
  else texts.delete(name);
  if (read.kind === 'unusable') tellUnreadable(name);
}

/** The text of the last time; empty for none. */
export const storedText = (name: StoredName): string => texts.get(name) ?? '';

/** The same as JSON; undefined for none. Invalid JSON is reported as a failure. */
export function storedValue(name: StoredName): unknown {
  const text = storedText(name);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    texts.delete(name);
    return tellUnreadable(name);
  }
}

function tellUnreadable(name: StoredName): undefined {
  noteFailures([{ name: WORDS[name], message: 'Saved data is unreadable and was reset.' }]);
}

/** Saves a text, immediately here and then in the shell; an empty one is deleted. False where the shell could not. */
export async function keepText(name: StoredName, text: string): Promise<boolean> {
  texts.set(name, text);
  try {
    return await shell().call('texts/write', { name, text: text === '' ? null : text });
  } catch {
    return false; // it stays active for the life of the window
  }
}

/** Legacy localStorage keys. */
const OLD_KEYS: Readonly<Record<StoredName, string>> = {
  filters: 'inspector.filters',
  colours: 'inspector.colours',
  'compare-rules': 'inspector.compare-rules',
  hosts: 'inspector.hosts',
};

/** Takes over what an earlier version left in the browser's store, once: it goes from there when the shell has it. */
export async function takeOver(name: StoredName, take: (old: string) => Promise<boolean>): Promise<void> {
  const key = OLD_KEYS[name];
  try {
    const old = localStorage.getItem(key);
    if (old !== null && (await take(old))) localStorage.removeItem(key);
  } catch {
    // A window that may keep nothing has left nothing.
  }
}

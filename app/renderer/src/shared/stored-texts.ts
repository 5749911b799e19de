/**
 * The user's data for all logs, as stored by the shell: read once, before the screens are there. Of several windows the
 * one that wrote last counts.
 */
import { STORED_NAMES, type StoredName } from '@openwop-inspector/shell-contract';
import { shell } from '../shell/bridge.ts';
import { noteFailures } from './hint-store.ts';

const texts = new Map<StoredName, string>();

/** Names of the data on screens. */
const LABELS: Readonly<Record<StoredName, string>> = {
  filters: 'Saved filters',
  colours: 'Colouring rules',
  'compare-rules': 'Rules of the comparison',
  hosts: 'Declarations of hosts',
};

/** Reads what the shell has stored. What cannot be read is reported as a failure and begins empty. */
export async function loadStored(): Promise<void> {
  const load = async (name: StoredName): Promise<void> => {
    const read = await shell().call('texts/read', { name });
    if (read.kind === 'text') texts.set(name, read.text);
    else texts.delete(name);
    if (read.kind === 'unusable') reportUnreadable(name);
  };
  await Promise.all(STORED_NAMES.map(load));
}

/** The stored text; empty for none. */
export const storedText = (name: StoredName): string => texts.get(name) ?? '';

/** The same as JSON; undefined for none. Invalid JSON is reported as a failure. */
export function storedValue(name: StoredName): unknown {
  const text = storedText(name);
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    texts.delete(name);
    reportUnreadable(name);
    return undefined;
  }
}

function reportUnreadable(name: StoredName): void {
  noteFailures([{ name: LABELS[name], message: 'Saved data is unreadable and was reset.' }]);
}

/**
 * Saves a text for this window at once, then in the shell, which deletes an empty one. False where the shell could not:
 * the text then lasts as long as the window.
 */
export async function saveText(name: StoredName, text: string): Promise<boolean> {
  texts.set(name, text);
  try {
    return await shell().call('texts/write', { name, text: text === '' ? null : text });
  } catch {
    return false;
  }
}

/** Moves what an earlier version left in localStorage; it is removed there when `save` resolves to true. */
export async function migrate(name: StoredName, save: (old: string) => Promise<boolean>): Promise<void> {
  const key = `inspector.${name}`;
  try {
    const old = localStorage.getItem(key);
    if (old !== null && (await save(old))) localStorage.removeItem(key);
  } catch {
    // Without localStorage an earlier version has stored nothing.
  }
}

/** Remembers a value as long as this window, through reloads. */
export function rememberInWindow(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A full or forbidden store only costs the comfort of a reload.
  }
}

// @vitest-environment jsdom
import { TREE_KEYS } from '@openwop-inspector/renderers';
import { MENU_ENTRIES } from '@openwop-inspector/shell-contract';
import { HOLD_KEY, LIST_KEYS } from '@openwop-inspector/ui';
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

test('each command has an id of its own: the palette omits the entries between two of one id', () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

test('a key that moves in lists does nothing else', () => {
  const moving: readonly string[] = Object.values(LIST_KEYS).flat();
  expect(moving.filter((key, at) => moving.indexOf(key) !== at)).toEqual([]);
  const others = COMMANDS.filter(({ id }) => !['fold', 'unfold', ...Object.keys(LIST_KEYS)].includes(id));
  const taken = [...others.flatMap(({ chords }) => chords), ...Object.values(TREE_KEYS), HOLD_KEY];
  expect(moving.filter((key) => taken.includes(key))).toEqual([]);
});

test('native menus show the keys of the commands', () => {
  const entries = Object.values(MENU_ENTRIES).flatMap((menu) => menu.filter((entry) => entry !== null));
  expect(entries.length).toBeGreaterThan(50);
  for (const [label, id, accelerator = null] of entries) {
    const chords = COMMANDS.find((command) => command.id === id)?.chords ?? [];
    const accelerators: readonly (string | null)[] = chords.length === 0 ? [null] : chords.map(acceleratorOf);
    expect(accelerators, label).toContain(accelerator);
  }
});

/** A chord as Electron writes it. On a Mac too, sessions are switched by Control: Command with Tab is the system's. */
function acceleratorOf(chord: string): string {
  if (/^[A-Z]$/.test(chord)) return `Shift+${chord}`;
  const parts = chord.replace(/\+$/, 'Plus').split('+');
  const names: Readonly<Record<string, string>> = {
    mod: chord.endsWith('Tab') ? 'Control' : 'CommandOrControl',
    shift: 'Shift',
    alt: 'Alt',
    ArrowLeft: 'Left',
    ArrowRight: 'Right',
  };
  return parts.map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part)).join('+');
}

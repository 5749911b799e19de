// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { redoChange, undoChange } from '../../shared/hint-store.ts';
import { loadStored, storedText } from '../../shared/stored-texts.ts';
import type { ColourRule } from './filter-file.ts';
import {
  editRules,
  loadFilters,
  noteFilter,
  rulesNow,
  rulesWith,
  toggleSaved,
  useSavedFilters,
} from './saved-filters.ts';

/** Replaces what the preload script of the desktop shell puts there; this one stores what it is given. */
const inShell = new Map<string, string>();
const bridge = {
  call: async (call: string, { name, text }: { readonly name: string; readonly text?: string | null }) => {
    const saved = inShell.get(name);
    if (call === 'texts/read') return saved === undefined ? { kind: 'none' } : { kind: 'text', text: saved };
    if (text == null) inShell.delete(name);
    else inShell.set(name, text);
    return true;
  },
};

/** Reloads the window. */
async function start(): Promise<void> {
  await loadStored();
  loadFilters();
}

beforeEach(async () => {
  vi.stubGlobal('inspector', bridge);
  localStorage.clear();
  inShell.clear();
  await start();
});
const stored = () => useSavedFilters.getState();

describe('saved filters', () => {
  test('the last one used is first, each once, fifty at most', () => {
    for (const text of ['a', 'b', 'a ', '  ']) noteFilter(text);
    expect(stored().recent).toEqual(['a', 'b']);
    for (let at = 0; at < 60; at++) noteFilter(`seq:${at}`);
    expect(stored().recent).toHaveLength(50);
    expect(stored().recent[0]).toBe('seq:59');
  });

  test('one is saved, and removed again', () => {
    toggleSaved('is:failed');
    toggleSaved('node:x');
    expect(stored().saved).toEqual(['is:failed', 'node:x']);
    toggleSaved('is:failed');
    expect(stored().saved).toEqual(['node:x']);
    expect(JSON.parse(inShell.get('filters') ?? '')).toEqual({ recent: [], saved: ['node:x'] });
  });

  test('saving or removing is undone', () => {
    toggleSaved('is:failed');
    toggleSaved('node:x');
    toggleSaved('is:failed');
    undoChange();
    expect(stored().saved).toEqual(['is:failed', 'node:x']);
    undoChange();
    expect(stored().saved).toEqual(['is:failed']);
    redoChange();
    expect(stored().saved).toEqual(['is:failed', 'node:x']);
  });

  test('what looks like a secret is not saved', () => {
    const secret = `payload.token:ghp_${'a1B2'.repeat(9)}`;
    noteFilter(secret);
    toggleSaved(secret);
    expect(stored()).toEqual({ recent: [], saved: [] });
    expect(inShell.get('filters') ?? '').not.toContain('ghp_');
  });

  test('they are there after a reload of the window; a broken document counts as none', async () => {
    toggleSaved('is:failed');
    noteFilter('node:x');
    useSavedFilters.setState({ recent: [], saved: [] });
    await start();
    expect(stored()).toEqual({ recent: ['node:x'], saved: ['is:failed'] });
    inShell.set('filters', '{"saved":');
    await start();
    expect(stored()).toEqual({ recent: [], saved: [] });
    inShell.set('filters', '{"saved":[7,"","a"],"recent":"b"}');
    await start();
    expect(stored()).toEqual({ recent: [], saved: ['a'] });
  });

  test('those that an earlier version left in the browser are added once, and go from there', async () => {
    toggleSaved('is:failed');
    const secret = `payload.token:ghp_${'a1B2'.repeat(9)}`;
    const old = { recent: ['node:y'], saved: ['is:failed', 'node:x', secret] };
    localStorage.setItem('inspector.filters', JSON.stringify(old));
    await start();
    expect(stored()).toEqual({ recent: ['node:y'], saved: ['is:failed', 'node:x'] });
    await vi.waitFor(() => expect(localStorage.getItem('inspector.filters')).toBeNull());
    expect(JSON.parse(storedText('filters'))).toEqual(stored());
    toggleSaved('node:x');
    await start();
    expect(stored().saved).toEqual(['is:failed']);
  });
});

const rule = (filter: string): ColourRule => ({ filter, mark: 'B', isOn: true });
const filters = () => rulesNow().map(({ filter }) => filter);

describe('colouring rules', () => {
  beforeEach(() => {
    vi.stubGlobal('inspector', { call: async () => true });
    editRules(rulesNow(), 'remove');
  });

  test('rules are added for filters that have none, and taken away by their filters', () => {
    editRules([rule('a')], 'add');
    expect(rulesWith([{ ...rule('a'), mark: 'C' }, rule('b')])).toEqual([rule('a'), rule('b')]);
    editRules([rule('b'), rule('c')], 'add');
    expect(filters()).toEqual(['a', 'b', 'c']);
    editRules([rule('b')], 'remove');
    expect(filters()).toEqual(['a', 'c']);
  });

  test('a filter that contains a secret is not taken, and there are twelve at most', () => {
    editRules([rule(`ghp_${'a1B2'.repeat(9)}`)], 'add');
    expect(filters()).toEqual([]);
    editRules(
      Array.from({ length: 20 }, (_, at) => rule(`node:${at}`)),
      'add',
    );
    expect(filters()).toHaveLength(12);
  });
});

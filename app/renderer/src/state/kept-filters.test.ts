// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest';
import { noteFilter, toggleSaved, useKeptFilters } from './kept-filters.ts';
import { redoChange, undoChange } from './undo.ts';

beforeEach(() => {
  localStorage.clear();
  useKeptFilters.setState({ recent: [], saved: [] });
});
const kept = () => useKeptFilters.getState();

describe('filters that are kept', () => {
  test('the last one used is first, each once, fifty at most', () => {
    for (const text of ['a', 'b', 'a ', '  ']) noteFilter(text);
    expect(kept().recent).toEqual(['a', 'b']);
    for (let at = 0; at < 60; at++) noteFilter(`seq:${at}`);
    expect(kept().recent).toHaveLength(50);
    expect(kept().recent[0]).toBe('seq:59');
  });

  test('one is saved, and removed again', () => {
    toggleSaved('is:failed');
    toggleSaved('node:x');
    expect(kept().saved).toEqual(['is:failed', 'node:x']);
    toggleSaved('is:failed');
    expect(kept().saved).toEqual(['node:x']);
    expect(JSON.parse(localStorage.getItem('inspector.filters') ?? '')).toMatchObject({ saved: ['node:x'] });
  });

  test('what was saved or removed is taken back', () => {
    toggleSaved('is:failed');
    toggleSaved('node:x');
    toggleSaved('is:failed');
    undoChange();
    expect(kept().saved).toEqual(['is:failed', 'node:x']);
    undoChange();
    expect(kept().saved).toEqual(['is:failed']);
    redoChange();
    expect(kept().saved).toEqual(['is:failed', 'node:x']);
  });

  test('what looks like a secret is not kept', () => {
    const secret = `payload.token:ghp_${'a1B2'.repeat(9)}`;
    noteFilter(secret);
    toggleSaved(secret);
    expect(kept()).toEqual({ recent: [], saved: [] });
    expect(localStorage.getItem('inspector.filters') ?? '').not.toContain('ghp_');
  });
});

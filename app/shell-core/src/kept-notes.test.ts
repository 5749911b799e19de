import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_NOTES_BYTES } from '@openwop-inspector/shell-contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createKeptNotes } from './kept-notes.ts';
import { noLog } from './log.ts';

let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'kept-notes-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));
const inFolder = () => createKeptNotes(join(parent, 'notes'), noLog);

describe('notes that are kept', () => {
  test('come back after a new start, each under its own key', async () => {
    expect(await inFolder().write('a.json\nr1', '{"n":1}')).toBe(true);
    expect(await inFolder().write('b.json\nr1', '{"n":2}')).toBe(true);
    expect(await inFolder().read('a.json\nr1')).toBe('{"n":1}');
    expect(await inFolder().read('c.json\nr1')).toBeNull();
  });

  test('are deleted by a null text', async () => {
    const notes = inFolder();
    await notes.write('a', '{}');
    expect(await notes.write('a', null)).toBe(true);
    expect(await notes.read('a')).toBeNull();
    expect(await readdir(join(parent, 'notes'))).toEqual([]);
  });

  test('stand in files of their owner alone whose names hold nothing of the key', async () => {
    await inFolder().write('../../etc/passwd', '{}');
    const [name] = await readdir(join(parent, 'notes'));
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/);
    if (process.platform === 'win32') return;
    expect((await stat(join(parent, 'notes', String(name)))).mode & 0o77).toBe(0);
  });

  test('that are too large are not taken, and what was there stays', async () => {
    const notes = inFolder();
    await notes.write('a', '{}');
    expect(await notes.write('a', 'x'.repeat(MAX_NOTES_BYTES + 1))).toBe(false);
    expect(await notes.read('a')).toBe('{}');
  });

  test('that cannot be written are said to be so', async () => {
    const notes = createKeptNotes(join(parent, 'taken'), noLog);
    await createKeptNotes(parent, noLog).write('x', '{}');
    const [file] = await readdir(parent);
    expect(await createKeptNotes(join(parent, String(file)), noLog).write('a', '{}')).toBe(false);
    expect(await notes.write('a', '{}')).toBe(true);
  });
});

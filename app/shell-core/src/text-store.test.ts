import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { noLog } from './log.ts';
import { createTextStore } from './stores.ts';

const MAX_BYTES = 1000;
let parent = '';
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'stored-texts-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));
const inFolder = () => createTextStore(join(parent, 'texts'), MAX_BYTES, noLog);

describe('texts that are stored', () => {
  test('come back after a new start, each under its own key', async () => {
    expect(await inFolder().write('a.json\nr1', '{"n":1}')).toBe(true);
    expect(await inFolder().write('b.json\nr1', '{"n":2}')).toBe(true);
    expect(await inFolder().read('a.json\nr1')).toEqual({ kind: 'text', text: '{"n":1}' });
    expect(await inFolder().read('c.json\nr1')).toEqual({ kind: 'none' });
  });

  test('are deleted by a null text', async () => {
    const texts = inFolder();
    await texts.write('a', '{}');
    expect(await texts.write('a', null)).toBe(true);
    expect(await texts.read('a')).toEqual({ kind: 'none' });
    expect(await readdir(join(parent, 'texts'))).toEqual([]);
  });

  test('stand in files of their owner alone whose names hold nothing of the key', async () => {
    await inFolder().write('../../etc/passwd', '{}');
    const [name] = await readdir(join(parent, 'texts'));
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/);
    if (process.platform === 'win32') return;
    expect((await stat(join(parent, 'texts', String(name)))).mode & 0o77).toBe(0);
  });

  test('that are too large are not taken, and what was there stays', async () => {
    const texts = inFolder();
    await texts.write('a', '{}');
    expect(await texts.write('a', 'x'.repeat(MAX_BYTES + 1))).toBe(false);
    expect(await texts.read('a')).toEqual({ kind: 'text', text: '{}' });
  });

  test('that cannot be written are said to be so', async () => {
    const texts = createTextStore(join(parent, 'taken'), MAX_BYTES, noLog);
    await createTextStore(parent, MAX_BYTES, noLog).write('x', '{}');
    const [file] = await readdir(parent);
    expect(await createTextStore(join(parent, String(file)), MAX_BYTES, noLog).write('a', '{}')).toBe(false);
    expect(await texts.write('a', '{}')).toBe(true);
  });

  test('that cannot be read are said to be so, and may be replaced', async () => {
    await inFolder().write('a', '{}');
    const [name] = await readdir(join(parent, 'texts'));
    const file = join(parent, 'texts', String(name));
    await writeFile(file, 'x'.repeat(MAX_BYTES + 1));
    expect(await inFolder().read('a')).toEqual({ kind: 'unusable' });
    await rm(file);
    await mkdir(file);
    expect(await inFolder().read('a')).toEqual({ kind: 'unusable' });
    await rm(file, { recursive: true });
    expect(await inFolder().write('a', '{}')).toBe(true);
    expect(await inFolder().read('a')).toEqual({ kind: 'text', text: '{}' });
  });

  test('of two shells at a time are whole, the last one counts', async () => {
    const [one, other] = [inFolder(), inFolder()];
    const whole = Array.from({ length: 20 }, (_, at) => String(at % 10).repeat(900));
    await Promise.all(whole.map((text, at) => (at % 2 === 0 ? one : other).write('a', text)));
    const read = await inFolder().read('a');
    expect(read.kind === 'text' && whole.includes(read.text)).toBe(true);
    await other.write('a', 'last');
    expect(await one.read('a')).toEqual({ kind: 'text', text: 'last' });
    expect(await readdir(join(parent, 'texts'))).toHaveLength(1);
  });
});

import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { INERT_PAGE_HEAD } from '@openwop-inspector/base';
import type { SaveTextReply } from '@openwop-inspector/shell-contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LogEntry } from './log.ts';
import {
  type AskWhereToSave,
  createFileSaver,
  maxSavedBytes,
  maxSavedTextBytes,
  type SaveProposal,
  saveProblem,
} from './save-file.ts';

let folder = '';
const inFolder = (...names: string[]) => join(folder, ...names);
const wanted = { suggestedName: '../../.bashrc', text: '{"é": 1}\n', kind: 'json' } as const;
const picture = { suggestedName: 'chart.PNG', bytes: new Uint8Array([0x89, 0x50, 0, 0xff]) };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-save-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The user who gives this answer to each dialog. */
function saver(answer: string | null, platform = 'linux') {
  const proposals: SaveProposal[] = [];
  const logged: LogEntry[] = [];
  const ask: AskWhereToSave = async (proposal) => {
    proposals.push(proposal);
    return answer;
  };
  const { saveText, saveBytes } = createFileSaver(ask, platform, (entry) => logged.push(entry));
  return { proposals, logged, save: saveText, saveBytes };
}

describe('files/save-text', () => {
  test('writes the text where the dialog says, and returns the name without its folder', async () => {
    const { proposals, save } = saver(inFolder('saved.json'));
    expect(await save(wanted)).toEqual({ saved: true, name: 'saved.json' });
    expect(await readFile(inFolder('saved.json'), 'utf8')).toBe(wanted.text);
    expect(await readdir(folder)).toEqual(['saved.json']);
    expect(proposals).toEqual([{ name: 'bashrc.json', kind: 'json' }]);
  });

  test('a report is a page in which nothing can run, and no other page is written', async () => {
    const { proposals, save } = saver(inFolder('run.html'));
    const page = {
      suggestedName: 'run.html',
      kind: 'report',
      text: `${INERT_PAGE_HEAD}<title>a</title>`,
    } as const;
    for (const text of [
      '<!doctype html><script>1</script>',
      ` ${page.text}`,
      page.text.replace("'none'", "'self'"),
    ])
      expect(await save({ ...page, text })).toMatchObject({ saved: false, reason: 'not-written' });
    expect(proposals).toEqual([]);
    expect(await save(page)).toEqual({ saved: true, name: 'run.html' });
    expect(proposals).toEqual([{ name: 'run.html', kind: 'report' }]);
  });

  test('a dialog that was cancelled writes nothing', async () => {
    expect(await saver(null).save(wanted)).toEqual({ saved: false, reason: 'cancelled' });
    expect(await readdir(folder)).toEqual([]);
  });

  test('a shell without a dialog says so', async () => {
    const { saveText, saveBytes } = createFileSaver(null, 'linux', () => undefined);
    expect(await saveText(wanted)).toMatchObject({ saved: false, reason: 'no-dialog' });
    expect(await saveBytes(picture)).toMatchObject({ saved: false, reason: 'no-dialog' });
  });

  test('16 MiB are saved, one byte more is not and opens no dialog', async () => {
    const { proposals, save } = saver(inFolder('large.json'));
    const largest = 'é'.repeat(maxSavedTextBytes / 2);
    expect(await save({ ...wanted, text: `${largest}x` })).toMatchObject({
      saved: false,
      reason: 'too-large',
    });
    expect(proposals).toEqual([]);
    expect(await save({ ...wanted, text: largest })).toEqual({ saved: true, name: 'large.json' });
    expect((await stat(inFolder('large.json'))).size).toBe(maxSavedTextBytes);
  });

  test('a second dialog does not come up while one is open, and does afterwards', async () => {
    let answer = (_path: string | null): void => undefined;
    const { saveText: save, saveBytes } = createFileSaver(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
      'linux',
      () => undefined,
    );
    const first = save(wanted);
    expect(await save(wanted)).toMatchObject({ saved: false, reason: 'dialog-open' });
    expect(await saveBytes(picture)).toMatchObject({ saved: false, reason: 'dialog-open' });
    answer(null);
    expect(await first).toEqual({ saved: false, reason: 'cancelled' });
    const third = save(wanted);
    answer(inFolder('third.json'));
    expect(await third).toMatchObject({ saved: true });
  });

  test('a file that is there is replaced as a whole and keeps what its permissions forbid', async () => {
    await writeFile(inFolder('saved.json'), 'much longer than what comes now, and private');
    await chmod(inFolder('saved.json'), 0o600);
    expect(await saver(inFolder('saved.json')).save(wanted)).toMatchObject({ saved: true });
    expect(await readFile(inFolder('saved.json'), 'utf8')).toBe(wanted.text);
    expect((await stat(inFolder('saved.json'))).mode & 0o777).toBe(0o600);
  });

  test('a link stays a link, its file is replaced', async () => {
    await writeFile(inFolder('real.json'), 'old');
    await symlink(inFolder('real.json'), inFolder('link.json'));
    expect(await saver(inFolder('link.json')).save(wanted)).toEqual({ saved: true, name: 'link.json' });
    expect(await readFile(inFolder('real.json'), 'utf8')).toBe(wanted.text);
  });

  test('a folder that is gone, a folder of that name and a device are reported; nothing is begun', async () => {
    await mkdir(inFolder('folder.json'));
    const places = [inFolder('gone', 'a.json'), inFolder('folder.json'), '/dev/null'];
    for (const place of places) {
      const reply = await saver(place).save(wanted);
      expect(reply).toMatchObject({ saved: false, reason: 'not-written' });
      expect(messageOf(reply)).not.toContain(folder);
    }
    expect(await readdir(folder)).toEqual(['folder.json']);
    expect(await readdir(inFolder('folder.json'))).toEqual([]);
  });

  test('a failure is logged by its code alone', async () => {
    const { logged, save } = saver(inFolder('gone', 'a.json'));
    await save(wanted);
    expect(logged).toEqual([{ event: 'file-not-saved', code: 'ENOENT' }]);
  });

  test('on Windows a saved file bears the mark of what comes from outside (S-09)', async () => {
    // Elsewhere the stream's name is a file of its own, which stays there.
    await saver(inFolder('saved.json'), 'win32').save(wanted);
    const mark = (await readdir(folder)).find((name) => name.endsWith(':Zone.Identifier'));
    expect(await readFile(inFolder(mark ?? ''), 'utf8')).toContain('ZoneId=3');
  });
});

describe('files/save-bytes', () => {
  test('writes the bytes as they are, under a name that keeps a harmless ending', async () => {
    const { proposals, saveBytes } = saver(inFolder('saved.png'));
    expect(await saveBytes(picture)).toEqual({ saved: true, name: 'saved.png' });
    expect([...(await readFile(inFolder('saved.png')))]).toEqual([...picture.bytes]);
    expect(proposals).toEqual([{ name: 'chart.png', kind: 'bytes' }]);
  });

  test('64 MiB are saved, one byte more is not and opens no dialog', async () => {
    const { proposals, saveBytes } = saver(inFolder('large.bin'));
    const larger = { suggestedName: 'large', bytes: new Uint8Array(maxSavedBytes + 1) };
    expect(await saveBytes(larger)).toMatchObject({ saved: false, reason: 'too-large' });
    expect(proposals).toEqual([]);
    const bytes = larger.bytes.subarray(1);
    expect(await saveBytes({ ...larger, bytes })).toEqual({ saved: true, name: 'large.bin' });
    expect((await stat(inFolder('large.bin'))).size).toBe(maxSavedBytes);
  });

  test('what is saved may not be run, not even in the place of a program (S-09)', async () => {
    await writeFile(inFolder('tool'), 'old');
    await chmod(inFolder('tool'), 0o755);
    await saver(inFolder('tool')).saveBytes(picture);
    expect((await stat(inFolder('tool'))).mode & 0o111).toBe(0);
  });

  test('on Windows the bytes bear the mark of what comes from outside (S-09)', async () => {
    await saver(inFolder('saved.png'), 'win32').saveBytes(picture);
    expect((await readdir(folder)).some((name) => name.endsWith(':Zone.Identifier'))).toBe(true);
  });
});

describe('why a text was not saved', () => {
  test.each([
    ['EACCES', 'no-permission'],
    ['EPERM', 'no-permission'],
    ['EROFS', 'no-permission'],
    ['ENOSPC', 'disk-full'],
    ['EDQUOT', 'disk-full'],
    ['ENOENT', 'not-written'],
    ['EBUSY', 'not-written'],
    ['not-a-file', 'not-written'],
    ['EIO', 'not-written'],
    [null, 'not-written'],
  ])('%s is %s, in a sentence that names the file and not its folder', (code, reason) => {
    const problem = saveProblem('/home/someone/private/vector.json', code);
    expect(problem.reason).toBe(reason);
    expect(problem.message).toMatch(/^vector\.json was not saved.*\.$/);
    expect(problem.message).not.toContain('private');
  });
});

function messageOf(reply: SaveTextReply): string {
  return 'message' in reply ? reply.message : '';
}

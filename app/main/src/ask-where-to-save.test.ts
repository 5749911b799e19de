import type { SaveDialogOptions } from 'electron';
import { expect, test } from 'vitest';
import { askWhereToSave } from './ask-where-to-save.ts';

/** Stands in for the system's dialog, which cannot be worked from outside. */
function dialogThatGives(answer: { readonly canceled: boolean; readonly filePath?: string }) {
  const asked: SaveDialogOptions[] = [];
  const show = async (options: SaveDialogOptions) => {
    asked.push(options);
    return answer;
  };
  return { asked, show };
}

const proposal = { name: 'bench-vector.json', kind: 'json' } as const;

test.each([
  [{ canceled: false, filePath: '/home/someone/vectors/one' }, '/home/someone/vectors/one'],
  [{ canceled: true, filePath: '/home/someone/vectors/one' }, null],
  [{ canceled: true, filePath: '' }, null],
  [{ canceled: true }, null],
  [{ canceled: false, filePath: '' }, null],
])('of the answer %j the path is %j, with nothing added', async (answer, path) => {
  expect(await askWhereToSave(dialogThatGives(answer).show, 'linux', proposal)).toBe(path);
});

test.each([
  ['linux', undefined],
  ['freebsd', undefined],
  ['win32', ['json']],
  ['darwin', ['json']],
])(
  'on %s the dialog asks before it replaces, and adds endings only before it asks',
  async (platform, endings) => {
    const { asked, show } = dialogThatGives({ canceled: true });
    await askWhereToSave(show, platform, proposal);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.properties).toContain('showOverwriteConfirmation');
    expect(asked[0]?.filters?.flatMap(({ extensions }) => extensions)).toEqual(endings);
    expect(asked[0]?.defaultPath).toBe('bench-vector.json');
  },
);

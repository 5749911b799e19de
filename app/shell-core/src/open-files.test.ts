import { expect, test } from 'vitest';
import { fileErrorCode, fileProblem } from './open-files.ts';

test.each(['ENOENT', 'EACCES', 'EISDIR', 'EMFILE', 'not-a-file', 'EIO', null])(
  'a failure %s is reported in a sentence that names the file and not its folder',
  (code) => {
    const { name, message } = fileProblem('/home/someone/private/run.json', code);
    expect(name).toBe('run.json');
    expect(message).toContain('run.json');
    expect(message).not.toContain('private');
    expect(message).toMatch(/\.$/);
  },
);

test('a secret in the name of a file is masked (security S-14)', () => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const { name, message } = fileProblem(`/tmp/${secret}.json`, 'ENOENT');
  expect(`${name} ${message}`).not.toContain(secret);
  expect(name).toContain('.json');
});

test.each([
  [Object.assign(new Error('x'), { code: 'ENOENT' }), 'ENOENT'],
  [new Error('x'), null],
  [Object.assign(new Error('x'), { code: 5 }), null],
  ['ENOENT', null],
])('the code of %s is %s', (error, code) => {
  expect(fileErrorCode(error)).toBe(code);
});

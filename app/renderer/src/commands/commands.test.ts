// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { COMMANDS } from './commands.ts';

test('each command has an id of its own: the palette leaves out what stands between two of one id', () => {
  const ids = COMMANDS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

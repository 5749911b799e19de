import { describe, expect, test } from 'vitest';
import { readRemembered } from './remembered-sessions.ts';

const FILE = { fileId: 'a1', url: '/file/a1', name: 'run.json', hash: 'view=nodes', liveId: null };
const LIVE = { ...FILE, liveId: 'live-1' };

describe('what a reload opens again', () => {
  test('files are read as they were written', () =>
    expect(readRemembered(JSON.stringify([FILE, FILE]))).toEqual([FILE, FILE]));

  test('a live session is distinguished from a file', () =>
    expect(readRemembered(JSON.stringify([LIVE]))).toEqual([LIVE]));

  test.each([
    ['nothing', null],
    ['not JSON', '['],
    ['not a list', '{"fileId":"a1"}'],
    ['null in the list', '[null]'],
    ['an address elsewhere', JSON.stringify([{ ...FILE, url: 'https://example.com/file/a1' }])],
    ['an address that climbs', JSON.stringify([{ ...FILE, url: '/file/../rpc/x' }])],
    ['a missing name', JSON.stringify([{ ...FILE, name: 3 }])],
  ])('%s is left out', (_, text) => expect(readRemembered(text)).toEqual([]));
});

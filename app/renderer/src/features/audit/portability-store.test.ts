/** Declarations of a host from files (envelope 9). */
import { describe, expect, test } from 'vitest';
import { addDeclarations } from './portability-store.ts';

const host = (name: string | null, kinds: readonly string[]): string =>
  JSON.stringify({ ...(name === null ? {} : { implementation: { name } }), supportedEnvelopes: kinds });

describe('a host is named by itself, by its file where the name is ambiguous', () => {
  test.each([
    ['its own name', [{ file: 'a.json', text: host('acme', ['x.y']) }], ['acme']],
    ['none of its own', [{ file: 'a.json', text: host(null, ['x.y']) }], ['a.json']],
    [
      'the same host with the same words is one',
      [
        { file: 'a.json', text: host('acme', ['x.y']) },
        { file: 'b.json', text: host('acme', ['x.y']) },
      ],
      ['acme'],
    ],
    [
      'with other words it is another',
      [
        { file: 'a.json', text: host('acme', ['x.y']) },
        { file: 'b.json', text: host('acme', ['x.z']) },
      ],
      ['acme', 'acme (b.json)'],
    ],
    [
      'a file given again takes its own place',
      [
        { file: 'a.json', text: host(null, ['x.y']) },
        { file: 'a.json', text: host(null, ['x.z']) },
      ],
      ['a.json'],
    ],
  ])('%s', (_, texts, names) => {
    const { hosts, junk } = addDeclarations([], texts);
    expect(hosts.map(({ name }) => name)).toEqual(names);
    expect(junk).toEqual([]);
  });
});

test('each file without a declaration is reported with its reason, and does not block others', () => {
  const { hosts, added, junk } = addDeclarations(
    [],
    [
      { file: 'notes.txt', text: 'hosts' },
      { file: 'a.json', text: host('acme', ['x.y']) },
      { file: 'b.json', text: '{"private":true}' },
      { file: 'c.json', why: 'it cannot be read' },
    ],
  );
  expect(hosts.map(({ name }) => name)).toEqual(['acme']);
  expect(added).toEqual(['acme']);
  expect(junk).toEqual([
    { file: 'notes.txt', why: 'this is not JSON' },
    { file: 'b.json', why: 'not a host declaration: it says nothing about envelopes' },
    { file: 'c.json', why: 'it cannot be read' },
  ]);
});

test('hosts beyond fifty are omitted, with a message', () => {
  const texts = Array.from({ length: 52 }, (_, at) => ({
    file: `${at}.json`,
    text: host(`h${at}`, ['x.y']),
  }));
  const { hosts, junk } = addDeclarations([], texts);
  expect(hosts).toHaveLength(50);
  expect(junk.map(({ file }) => file)).toEqual(['50.json', '51.json']);
});

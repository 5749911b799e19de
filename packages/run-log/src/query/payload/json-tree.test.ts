import type { JsonNode } from '@openwop-inspector/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonTree } from './json-tree.ts';

const encoder = new TextEncoder();
const treeOf = (text: string): JsonTree => new JsonTree(encoder.encode(text));

/** Builds the value back from what the tree returns, page by page. */
function rebuilt(tree: JsonTree, pointer: string, page: number): unknown {
  const node = tree.node(pointer, 0);
  if (node === null) throw new Error(`no node at ${pointer}`);
  if (node.kind !== 'object' && node.kind !== 'array')
    return node.kind === 'string' ? node.text : JSON.parse(node.text);
  const members: JsonNode[] = [];
  while (members.length < node.size) {
    const answer = tree.children(pointer, members.length, page, 0);
    expect(answer?.total).toBe(node.size);
    if (answer === null || answer.nodes.length === 0) throw new Error(`no members of ${pointer}`);
    members.push(...answer.nodes);
  }
  const values = members.map((member) => rebuilt(tree, member.pointer, page));
  if (node.kind === 'array') return values;
  // Like JSON.parse: every name is a name, and of duplicates the last counts.
  return JSON.parse(
    `{${members.map((member, i) => `${JSON.stringify(member.key)}:${JSON.stringify(values[i])}`).join()}}`,
  );
}

describe('the tree is the document', () => {
  const anyJson = fc.jsonValue({ maxDepth: 4, noUnicodeString: false }).map((value) => JSON.stringify(value));
  test('page by page, with any white space', () => {
    fc.assert(
      fc.property(
        anyJson,
        fc.constantFrom(1, 2, 3, 64),
        fc.constantFrom('', ' ', '\n\t'),
        (text, page, space) => {
          const spaced = space + JSON.stringify(JSON.parse(text), null, space === '' ? 0 : 1) + space;
          expect(rebuilt(treeOf(spaced), '', page)).toEqual(JSON.parse(text));
        },
      ),
    );
  });

  test('every search answer names a member that holds the text', () => {
    fc.assert(
      fc.property(anyJson, fc.string({ minLength: 1, maxLength: 2 }), (text, wanted) => {
        const tree = treeOf(text);
        for (const pointer of tree.search(wanted).pointers) {
          const node = tree.node(pointer, 0);
          expect(`${node?.key}\n${node?.text}`.toLowerCase()).toContain(wanted.toLowerCase());
        }
      }),
    );
  });

  test('bytes that are no JSON are never thrown at', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 64 }),
          anyJson.map((text) => encoder.encode(text)),
        ),
        fc.nat(),
        (bytes, at) => {
          const tree = new JsonTree(bytes.slice(0, at % (bytes.length + 1)));
          for (const pointer of ['', '/a', '/0', '/payload/0']) {
            tree.node(pointer, 0);
            tree.children(pointer, 0, 10, 0);
            tree.text(pointer);
          }
          tree.search('a');
        },
      ),
    );
  });
});

describe('a value', () => {
  const text =
    '{ "n": -1.50e+10, "big": 12345678901234567890, "t": true, "z": null, "s": "a\\u0041\\ud83d\\ude00", "o": {"a":1,"b":[]}, "lone": "\\ud800", "": {"~/": 5} }';
  const tree = treeOf(text);
  test.each([
    ['/n', { kind: 'number', text: '-1.50e+10', size: 0 }],
    ['/big', { kind: 'number', text: '12345678901234567890' }],
    ['/t', { kind: 'boolean', text: 'true' }],
    ['/z', { kind: 'null', text: 'null' }],
    ['/s', { kind: 'string', text: 'aA😀', size: 4 }],
    ['/o', { kind: 'object', text: '', size: 2, key: 'o' }],
    ['/o/b', { kind: 'array', size: 0, key: 'b' }],
    ['/lone', { kind: 'string', text: '\ud800', size: 1 }],
    ['//~0~1', { kind: 'number', text: '5', key: '~/' }],
    ['', { kind: 'object', key: null, size: 8 }],
  ])('%s', (pointer, node) => expect(tree.node(pointer, 0)).toMatchObject({ pointer, ...node }));

  test.each(['/x', '/o/a/b', '/o/b/0', 'n', '/o/b/00', '/s/0'])('there is none at %s', (pointer) => {
    expect(tree.node(pointer, 0)).toBeNull();
    expect(tree.children(pointer, 0, 10, 0)).toBeNull();
    expect(tree.text(pointer)).toBeNull();
  });

  test('is at its place in the source', () => {
    const node = tree.node('/o/a', 1_000);
    const at = text.indexOf('"a":1') + 4;
    expect(node).toMatchObject({ byteOffset: 1_000 + at, byteLength: 1 });
    expect(tree.text('/o')).toEqual({ text: '{"a":1,"b":[]}', truncated: false });
  });

  test('a scalar has no members', () =>
    expect(tree.children('/n', 0, 10, 0)).toMatchObject({ total: 0, nodes: [] }));
});

describe('duplicate keys are all listed, and the pointer addresses the last', () => {
  test.each([
    ['{"a":1,"b":2,"a":3}', '/a', '3'],
    ['{"a":{"x":1},"a":{"y":2}}', '/a/y', '2'],
    ['{"\\u0061":1,"a":2}', '/a', '2'],
  ])('%s', (text, pointer, value) => expect(treeOf(text).node(pointer, 0)?.text).toBe(value));

  test('what only an earlier one holds is not there', () => {
    const tree = treeOf('{"a":{"x":1},"a":{"y":2}}');
    expect(tree.node('/a/x', 0)).toBeNull();
    expect(tree.children('', 0, 10, 0)?.nodes.map((node) => node.pointer)).toEqual(['/a', '/a']);
  });
});

describe('secrets are masked', () => {
  const tree = treeOf(
    '{"payload":{"interruptToken":"tok_ABCDEFGHIJKLMN","tokens":["abcdefghijklmnop"],"note":"see /v1/interrupts/OdRPl32l34oxd8","sk-abcdefghij0123456789":{"x":1}}}',
  );
  test.each([
    ['/payload/interruptToken', 'tok_…[masked:name]'],
    ['/payload/tokens/0', 'abcd…[masked:name]'],
    ['/payload/note', 'see /v1/interrupts/OdRP…[masked:interrupt-token]'],
  ])('%s', (pointer, text) => expect(tree.node(pointer, 0)).toMatchObject({ text, masked: true }));

  test('a key that is one is addressed by its masked form', () => {
    const child = tree.children('/payload', 0, 10, 0)?.nodes.at(-1);
    expect(child).toMatchObject({ key: 'sk-a…[masked:openai]', pointer: '/payload/sk-a…[masked:openai]' });
    expect(tree.node(`${child?.pointer}/x`, 0)?.text).toBe('1');
  });

  test('in the text to copy', () => {
    const { text } = tree.text('') ?? { text: '' };
    expect(text).not.toMatch(/ABCDEFGH|efghijkl|l32l34/);
    expect(tree.text('/payload/interruptToken')?.text).toBe('"tok_…[masked:name]"');
    expect(tree.text('/payload/tokens')?.text).toBe('["abcd…[masked:name]"]');
  });

  test('and not found by what is hidden', () => {
    expect(tree.search('ABCDEFGH').pointers).toEqual([]);
    expect(tree.search('efghijkl').pointers).toEqual([]);
    expect(tree.search('tok_').pointers).toEqual(['/payload/interruptToken']);
  });

  test('a secret across the cut of a long text is recognised', () => {
    const long = treeOf(JSON.stringify({ a: `${'x '.repeat(2_040)}Bearer abc123def456ghi789jkl012` }));
    const node = long.node('/a', 0);
    expect(node?.masked).toBe(true);
    expect(node?.text).not.toContain('def456');
  });
});

describe('searching', () => {
  const tree = treeOf(
    '{"Type":"node.failed","payload":{"error":{"code":"BOOM","list":[1.50,true,"boom \\u0041bc"]},"boom":{}}}',
  );
  test.each([
    ['boom', ['/payload/error/code', '/payload/error/list/2', '/payload/boom']],
    ['1.50', ['/payload/error/list/0']],
    ['tru', ['/payload/error/list/1']],
    ['abc', ['/payload/error/list/2']],
    ['TYPE', ['/Type']],
    ['nothing', []],
    ['', []],
  ])('%s', (text, pointers) => expect(tree.search(text)).toEqual({ pointers, truncated: false }));

  test('lists at most 500', () => {
    const many = treeOf(JSON.stringify(Array.from({ length: 600 }, () => 'x')));
    expect(many.search('x').pointers).toHaveLength(500);
    expect(many.search('x').truncated).toBe(true);
    expect(treeOf(JSON.stringify(Array.from({ length: 500 }, () => 'x'))).search('x').truncated).toBe(false);
  });
});

describe('size is no limit', () => {
  test('10,000 levels, listed, addressed and searched', () => {
    const depth = 10_000;
    const tree = treeOf(`${'{"a":['.repeat(depth)}"deep"${']}'.repeat(depth)}`);
    const pointer = '/a/0'.repeat(depth);
    expect(tree.node(pointer, 0)?.text).toBe('deep');
    expect(tree.search('deep').pointers).toEqual([pointer]);
    expect(tree.node('', 0)).toMatchObject({ kind: 'object', size: 1 });
  });

  test('pages of 120,000 items, and the last of them', () => {
    const items = Array.from({ length: 120_000 }, (_, i) => ({ i }));
    const tree = treeOf(JSON.stringify({ items }));
    expect(tree.node('/items', 0)?.size).toBe(120_000);
    for (const offset of [0, 63, 64, 65, 60_001, 119_999]) {
      const [node] = tree.children('/items', offset, 1, 0)?.nodes ?? [];
      expect(node).toMatchObject({ key: offset, pointer: `/items/${offset}`, size: 1 });
      expect(tree.node(`/items/${offset}/i`, 0)?.text).toBe(String(offset));
    }
    expect(tree.children('/items', 120_000, 10, 0)?.nodes).toEqual([]);
  });

  test('a long text is cut for the node and whole for the copy', () => {
    const long = '🚀'.repeat(5_000);
    const tree = treeOf(JSON.stringify({ long, odd: `x${long}` }));
    expect(tree.node('/long', 0)).toMatchObject({ size: 10_000, truncated: true, text: '🚀'.repeat(2_048) });
    expect(tree.node('/odd', 0)?.text).toBe(`x${'🚀'.repeat(2_047)}`);
    expect(tree.text('/long')).toEqual({ text: JSON.stringify(long), truncated: false });
  });

  test('a text of escapes is cut between them', () => {
    const escapes = '\\u0041\\\\\\n'.repeat(3_000);
    const node = treeOf(`{"e":"${escapes}"}`).node('/e', 0);
    expect(node).toMatchObject({ size: 9_000, truncated: true });
    expect(node?.text).toBe('A\\\n'.repeat(1_366).slice(0, 4_096));
  });

  test('more than 8 MiB are not given out at once', () => {
    const tree = treeOf(JSON.stringify({ a: 'ä'.repeat(5 * 1024 * 1024) }));
    const answer = tree.text('/a');
    expect(answer?.truncated).toBe(true);
    expect(answer?.text).toBe(`"${'ä'.repeat(4 * 1024 * 1024 - 1)}`);
  });
});

test('a document that is cut shows what is there', () => {
  const tree = treeOf('{"a":1,"b":{"c":"x","d":"yyy');
  expect(tree.children('', 0, 10, 0)?.nodes.map((node) => [node.key, node.kind, node.size])).toEqual([
    ['a', 'number', 0],
    ['b', 'object', 2],
  ]);
  expect(tree.node('/b/d', 0)).toMatchObject({ text: 'yyy', truncated: true });
});

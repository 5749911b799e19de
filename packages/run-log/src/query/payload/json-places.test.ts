import { runsOf } from '@openwop-inspector/testing/runs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonTree } from './json-tree.ts';

const encoder = new TextEncoder();
const treeOf = (text: string): JsonTree => new JsonTree(encoder.encode(text));

describe('the innermost value at a byte', () => {
  const text = ' {"a": [10, {"b":"ü"}], "c~/d" :{} , "e":null}';
  test.each([
    ['0,', '/a/0'],
    [', {', '/a'],
    ['"b"', '/a/1/b'],
    ['}], ', '/a/1'],
    ['], ', '/a'],
    [', "c', ''],
    ['c~/d', '/c~0~1d'],
    [' :{', '/c~0~1d'],
    ['} ,', '/c~0~1d'],
    ['null', '/e'],
    ['{"a"', ''],
  ])('at %j is %j', (words, pointer) => {
    const byte = encoder.encode(text.slice(0, text.indexOf(words))).length;
    const found = treeOf(text).at(1_000 + byte, 1_000);
    expect(found?.pointer).toBe(pointer);
    expect(treeOf(text).node(pointer, 1_000)).toMatchObject({
      byteOffset: found?.byteOffset,
      byteLength: found?.byteLength,
    });
  });

  test('is nothing before, behind and without a document', () => {
    expect(treeOf(text).at(0, 0)).toBeNull();
    expect(treeOf('{} ').at(2, 0)).toBeNull();
    expect(treeOf('').at(0, 0)).toBeNull();
    expect(treeOf('{}').at(-1, 0)).toBeNull();
  });

  test('is the last of repeated keys or an earlier one, identified by its place', () => {
    const tree = treeOf('{"a":1,"a":22}');
    expect(tree.at(5, 0)).toEqual({ pointer: '/a', byteOffset: 5, byteLength: 1 });
    expect(tree.at(11, 0)).toEqual({ pointer: '/a', byteOffset: 11, byteLength: 2 });
  });

  test('holds the byte, and none of its members does', () => {
    const anyJson = fc.jsonValue({ maxDepth: 4, noUnicodeString: false });
    fc.assert(
      fc.property(anyJson, fc.constantFrom(0, 1), (value, space) => {
        const written = JSON.stringify(value, null, space);
        const tree = treeOf(written);
        for (let byte = 0; byte < encoder.encode(written).length; byte += 1) {
          const found = tree.at(byte, 0);
          expect(found).not.toBeNull();
          if (found === null) return;
          expect(byte - found.byteOffset).toBeLessThan(found.byteLength);
          const members = tree.children(found.pointer, 0, 1_000, 0)?.nodes ?? [];
          const keyed = members.filter((one) => found.byteOffset <= one.byteOffset);
          for (const { byteOffset, byteLength } of keyed)
            expect(byte >= byteOffset && byte < byteOffset + byteLength).toBe(false);
        }
      }),
      { numRuns: runsOf(100, 40) },
    );
  });

  test('of bytes that are no JSON is what is there, and nothing is thrown', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.nat({ max: 64 }), (bytes, at) => {
        new JsonTree(bytes).at(at, 0);
      }),
    );
  });

  test('is found among 120,000 items, before and after they were listed', () => {
    const written = JSON.stringify({ items: Array.from({ length: 120_000 }, (_, i) => ({ i })) });
    const tree = treeOf(written);
    const byte = written.indexOf(':90001') + 2;
    expect(tree.at(byte, 0)?.pointer).toBe('/items/90001/i');
    tree.children('/items', 0, 10, 0);
    expect(tree.at(byte, 0)?.pointer).toBe('/items/90001/i');
    expect(tree.at(written.indexOf(':0}') + 1, 0)?.pointer).toBe('/items/0/i');
  });

  test('is found 10,000 levels down', () => {
    const written = `${'{"a":['.repeat(10_000)}"deep"${']}'.repeat(10_000)}`;
    expect(treeOf(written).at(written.indexOf('deep'), 0)?.pointer).toBe('/a/0'.repeat(10_000));
  });
});

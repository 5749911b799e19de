import { describe, expect, test } from 'vitest';
import { applyPatch, type PatchOperation } from './repair-step.ts';

const parsed = (json: string): unknown => JSON.parse(json);

describe('a patch (RFC 6902)', () => {
  test.each<[string, unknown, PatchOperation[], unknown]>([
    ['adds a member', { a: 1 }, [{ op: 'add', path: '/b', value: 2 }], { a: 1, b: 2 }],
    ['adds over a member', { a: 1 }, [{ op: 'add', path: '/a', value: 2 }], { a: 2 }],
    ['adds an item in between', [1, 3], [{ op: 'add', path: '/1', value: 2 }], [1, 2, 3]],
    ['adds an item at the end', [1], [{ op: 'add', path: '/-', value: 2 }], [1, 2]],
    ['replaces an item', [1, 2], [{ op: 'replace', path: '/0', value: 0 }], [0, 2]],
    ['replaces everything', 1, [{ op: 'replace', path: '', value: 2 }], 2],
    ['removes deep inside', { a: [{ b: 1 }] }, [{ op: 'remove', path: '/a/0/b' }], { a: [{}] }],
    ['moves', { a: { b: 1 } }, [{ op: 'move', from: '/a/b', path: '/c' }], { a: {}, c: 1 }],
    ['reads escapes', { 'a/b': { '~': 1 } }, [{ op: 'remove', path: '/a~1b/~0' }], { 'a/b': {} }],
    ['keeps null', { a: null }, [{ op: 'replace', path: '/a', value: 1 }], { a: 1 }],
  ])('%s', (_name, value, operations, expected) => {
    const before = structuredClone(value);
    expect(applyPatch(value, operations)).toEqual({ value: expected });
    expect(value).toEqual(before);
  });

  test.each<[string, unknown, PatchOperation]>([
    ['replaces nothing', {}, { op: 'replace', path: '/a', value: 1 }],
    ['removes nothing', {}, { op: 'remove', path: '/toString' }],
    ['goes through nothing', {}, { op: 'add', path: '/a/b', value: 1 }],
    ['goes through a prototype', {}, { op: 'add', path: '/__proto__/polluted', value: 1 }],
    ['adds beyond the end', [1], { op: 'add', path: '/3', value: 1 }],
    ['removes everything', {}, { op: 'remove', path: '' }],
    ['moves nothing', {}, { op: 'move', from: '/a', path: '/b' }],
    ['has no pointer', {}, { op: 'remove', path: 'a' }],
  ])('gives null when it %s', (_name, value, operation) => {
    expect(applyPatch(value, [operation])).toBeNull();
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('takes __proto__ for a name like any other', () => {
    const patched = applyPatch({}, [{ op: 'add', path: '/__proto__', value: 1 }]);
    expect(JSON.stringify(patched?.value)).toBe('{"__proto__":1}');
    expect(applyPatch(parsed('{"__proto__":{"a":1}}'), [{ op: 'remove', path: '/__proto__/a' }])).toEqual({
      value: parsed('{"__proto__":{}}'),
    });
  });
});

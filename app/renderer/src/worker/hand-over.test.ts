import { masker, parseAsWritten } from '@openwop-inspector/base';
import { describe, expect, test } from 'vitest';
import { handOver } from './hand-over.ts';

const long = 'x'.repeat(16_385);

describe('what is handed to the window', () => {
  test.each<readonly [string, unknown]>([
    ['an object', { a: [1, 'two', null, true], b: { c: '' } }],
    ['a string', 'text'],
    ['nothing', null],
    ['a list', [[], {}]],
    ['a name that is special elsewhere', JSON.parse('{"__proto__": {"polluted": true}, "a": 1}')],
  ])('%s goes whole', (_, value) => {
    const { value: copy, ...rest } = handOver(value);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(rest).toEqual({ tooLarge: false, leftOut: [], numbers: [] });
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
  });

  test('long strings are empty and listed by their place', () => {
    const { value, leftOut } = handOver({ 'a/b': [long, 'short'], '~': long });
    expect(value).toEqual({ 'a/b': ['', 'short'], '~': '' });
    expect(leftOut).toContainEqual({ pointer: '/a~1b/0', length: 16_385 });
    expect(leftOut).toContainEqual({ pointer: '/~0', length: 16_385 });
  });

  test('a string that is the whole document is left out too', () =>
    expect(handOver(long)).toEqual({
      value: '',
      tooLarge: false,
      leftOut: [{ pointer: '', length: 16_385 }],
      numbers: [],
    }));

  test('numbers that a double prints otherwise go with their digits', () => {
    const document = parseAsWritten('{"id":9007199254740993,"list":[1.10,1.5,1e400],"n":10}');
    expect(handOver(masker.value(document).value).numbers).toEqual([
      { pointer: '/id', text: '9007199254740993' },
      { pointer: '/list/0', text: '1.10' },
      { pointer: '/list/2', text: '1e400' },
    ]);
  });

  test('media are omitted whatever their length', () => {
    const value = { payload: { base64: 'AAAA', alt: 'a' } };
    const answer = handOver(value, { leave: new Set(['/payload/base64']) });
    expect(answer.value).toEqual({ payload: { base64: '', alt: 'a' } });
    expect(answer.leftOut).toEqual([{ pointer: '/payload/base64', length: 4 }]);
    expect(value.payload.base64).toBe('AAAA');
  });

  test('a surface keeps its long strings, for its own limits count them', () => {
    expect(handOver({ text: long }, { keepLong: true })).toEqual({
      value: { text: long },
      tooLarge: false,
      leftOut: [],
      numbers: [],
    });
  });

  test.each<readonly [string, unknown]>([
    ['many members', Array.from({ length: 400_000 }, (_, at) => ({ at, word: 'abc' }))],
    ['one long string that must go', 'y'.repeat(3_000_000)],
    ['nesting that no message carries', nested(10_000)],
  ])('%s: too large', (_, value) =>
    expect(handOver(value, { keepLong: true })).toEqual({
      value: null,
      tooLarge: true,
      leftOut: [],
      numbers: [],
    }),
  );
});

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = [value];
  return value;
}

import { describe, expect, test } from 'vitest';
import { textIntake } from './text-intake.ts';

const valuesOf = (text: string) => textIntake(text).values.map(({ value }) => value);
const recoveriesOf = (text: string) => textIntake(text).values.map(({ text: facts }) => facts.recovery);

describe('content of a text (envelope 10)', () => {
  test.each<[string, string, unknown[]]>([
    ['an object', ' {"a":1}\n', [{ a: 1 }]],
    ['an array is many', '[{"a":1},2]', [{ a: 1 }, 2]],
    ['an empty array is one', '[]', [[]]],
    ['a scalar is one', '5', [5]],
    ['a byte order mark is no content', '\uFEFF{"a":1}', [{ a: 1 }]],
    ['fences, top to bottom', 'x\n```json\n{"a":1}\n```\n```\n[2,3]\n```', [{ a: 1 }, 2, 3]],
    ['a fence with another tag is passed over', '```yaml\n{"a":1}\n```\n```json\n{"b":1}\n```', [{ b: 1 }]],
    ['a fence without its end', 'x\n   ```JSON\n{"a":1}', [{ a: 1 }]],
    ['four spaces make no fence', 'x\n    ```json\n{"a":1}\n    ```', [{ a: 1 }]],
    ['a longer fence holds a shorter one', '````\n{"a":"\\n```\\n"}\n````', [{ a: '\n```\n' }]],
    ['lines that end with CR LF', 'x\r\n```json\r\n{"a":1}\r\n```\r\n', [{ a: 1 }]],
    ['objects in prose', 'use { and } so: {"a":"}"} and {"b":1}', [{ a: '}' }, { b: 1 }]],
    ['escapes in strings', 'x {"a":"\\"}{"} y', [{ a: '"}{' }]],
    ['nothing inside a cut-off object', 'x {"a":{"b":1},', [undefined]],
    ['nothing inside a broken object', 'x {"a":{"b":1},} y', [undefined]],
    ['no JSON', 'no json here', [undefined]],
    ['nothing', '', [undefined]],
  ])('%s', (_rule, text, values) => expect(valuesOf(text)).toEqual(values));

  test.each<[string, string, unknown]>([
    ['direct', '{"a":1}', null],
    ['bytes before a fence', 'é\n```json\n {"a":1}\n```', { path: 'markdown-fence', byteOffset: 12 }],
    ['bytes before a brace', '😀\ud800 {"a":1}', { path: 'brace-walker', byteOffset: 8 }],
  ])('offset: %s', (_rule, text, recovery) => expect(recoveriesOf(text)).toEqual([recovery]));

  test('the second offset counts from the beginning', () => {
    expect(recoveriesOf('é {"a":1} é {"b":2}')).toEqual([
      { path: 'brace-walker', byteOffset: 3 },
      { path: 'brace-walker', byteOffset: 14 },
    ]);
  });

  test('1,048,576 bytes are read, one more is not', () => {
    const fitting = JSON.stringify('é'.repeat(524_287));
    expect(textIntake(fitting).values[0]?.text.unreadable).toBeNull();
    expect(textIntake(`${fitting} `).values[0]?.text.unreadable).toMatch(/1048576 bytes/);
  });

  test('256 values are taken, and it is said when there were more', () => {
    const { values, isCut } = textIntake(JSON.stringify(Array.from({ length: 300 }, () => ({}))));
    expect([values.length, isCut]).toEqual([256, true]);
    expect(textIntake(JSON.stringify(Array.from({ length: 256 }, () => ({})))).isCut).toBe(false);
  });

  test.each([
    ['braces', '{'.repeat(500_000)],
    ['beginnings of objects', '{"a":'.repeat(200_000)],
    ['brackets', '['.repeat(500_000)],
    ['quotes', '{"'.repeat(500_000)],
    ['backticks', `\`\`\`${'a'.repeat(500_000)}\``],
    ['zeros', `[1${'0'.repeat(500_000)}1`],
    ['zeros in a number', `[1${'0'.repeat(500_000)}1]`],
  ])('a text of nothing but %s is read in one pass', (_name, text) => {
    expect(textIntake(text).values.length).toBeGreaterThan(0);
  });
});

describe('properties that a value lacks (envelope 10)', () => {
  test.each<[string, string, string[]]>([
    ['once', '{"a":1,"b":{"a":1}}', []],
    ['twice', '{"a":1,"a":2}', ['/a']],
    ['escaped', '{"a":1,"\\u0061":2}', ['/a']],
    ['inside', '{"x":[{"b/c":{"d":1,"d":2}}]}', ['/x/0/b~1c/d']],
    ['a string is no key', '{"a":"a","b":["a","a"]}', []],
    ['prototype names', '{"__proto__":1,"__proto__":2}', ['/__proto__']],
  ])('keys: %s', (_rule, text, pointers) => {
    expect(textIntake(text).values[0]?.text.duplicateKeys).toEqual(pointers);
  });

  test.each<[string, unknown]>([
    ['9007199254740993', { pointer: '/n', digits: '9007199254740993' }],
    ['-9007199254740993', { pointer: '/n', digits: '-9007199254740993' }],
    ['1e400', { pointer: '/n', digits: '1e400' }],
    ['3.14159265358979323846', { pointer: '/n', digits: '3.14159265358979323846' }],
    ['9007199254740992', undefined],
    ['0.1', undefined],
    ['1e300', undefined],
    ['1.50E+2', undefined],
    ['100000000000000000000', undefined],
    ['-0', undefined],
    ['0.000000000000000000000', undefined],
  ])('number %s', (digits, remark) => {
    expect(textIntake(`{"n":${digits}}`).values[0]?.text.lossyNumbers[0]).toEqual(remark);
  });

  test('remarks on items point from the item', () => {
    const [first, second] = textIntake('[{"n":1},{"n":9007199254740993,"n":2}]').values;
    expect([first?.text.lossyNumbers, first?.text.duplicateKeys]).toEqual([[], []]);
    expect(second?.text.lossyNumbers).toEqual([{ pointer: '/n', digits: '9007199254740993' }]);
    expect(second?.text.duplicateKeys).toEqual(['/n']);
  });
});

import { describe, expect, test } from 'vitest';
import { readAghMessages } from './read-agh-messages.ts';

const line = (id: string) => `{"protocol":"agh-network/v0","id":"${id}","text":"ü } ] \\" ,"}`;
const places = (text: string) =>
  readAghMessages(text).entries.map(({ place, problem }) => [
    place.line,
    place.byteOffset,
    problem?.code ?? null,
  ]);

describe('bundles 1: AGH messages in a file', () => {
  test.each([
    ['an array', `[${line('1')},\n ${line('2')}]`, 'agh-log', 2],
    ['an empty array', '[]', 'unknown', 0],
    ['one message', `\n${line('1')}\n`, 'agh-envelope', 1],
    ['one message, indented', JSON.stringify(JSON.parse(line('1')), null, 2), 'agh-envelope', 1],
    ['NDJSON', `${line('1')}\r\n\r\n${line('2')}\r\n`, 'agh-ndjson', 2],
    ['a byte order mark', `\ufeff[${line('1')}]`, 'agh-log', 1],
    ['something else', '{"type":"x"}', 'unknown', 1],
    [
      'a message that does not name the protocol (A2a)',
      '{"id":"1","kind":"say","channel":"c","from":"p","ts":0,"body":{}}',
      'agh-envelope',
      1,
    ],
    ['nothing', ' \n', 'unknown', 0],
  ])('%s', (_, text, format, count) => {
    const file = readAghMessages(text);
    expect(file.format).toBe(format);
    expect(file.entries).toHaveLength(count);
    expect(file.entries.every(({ text: entry }) => JSON.parse(entry) !== undefined)).toBe(true);
    expect(file.problems.map(({ code }) => code)).toEqual(format === 'unknown' ? ['unknown_format'] : []);
  });

  test('places count lines from 1 and UTF-8 bytes from 0', () => {
    const size = new TextEncoder().encode(line('1')).length;
    expect(places(`[${line('1')},\n ${line('2')}]`)).toEqual([
      [1, 1, null],
      [2, size + 4, null],
    ]);
  });

  test('one bad entry spoils no other', () => {
    const size = new TextEncoder().encode(line('1')).length;
    expect(places(`${line('1')}\noops\n${line('2')}`)).toEqual([
      [1, 0, null],
      [2, size + 1, 'bad_line'],
      [3, size + 6, null],
    ]);
    expect(places(`[${line('1')},,${line('2')}]`).map(([, , code]) => code)).toEqual([
      null,
      'unreadable_entry',
      null,
    ]);
  });

  test('reports a problem at the position of the parser', () => {
    const text = `[${line('1')},\n{"id": 5,\n "x": }]`;
    const problem = readAghMessages(text).entries[1]?.problem;
    const before = new TextEncoder().encode(text.slice(0, text.lastIndexOf('}'))).length;
    expect(problem).toMatchObject({ code: 'unreadable_entry', line: 3, byteOffset: before });
    expect(problem?.message).toContain('Column 7');
  });

  test.each([
    ['an array', `[${line('1')},{"id`, [null, 'ends_early'], ['ends_early']],
    ['an array after an entry', `[${line('1')}`, [null], ['ends_early']],
    ['NDJSON', `${line('1')}\n{"id`, [null, 'ends_early'], []],
    ['one message', '{\n"protocol":"agh-network/v0"', ['ends_early'], ['unknown_format']],
  ])('%s that stops in the middle', (_, text, codes, problems) => {
    const file = readAghMessages(text);
    expect(file.entries.map(({ problem }) => problem?.code ?? null)).toEqual(codes);
    expect(file.problems.map(({ code }) => code)).toEqual(problems);
  });

  test('reports text after the list', () => {
    expect(readAghMessages(`[${line('1')}]\nx`).problems).toMatchObject([{ code: 'trailing_data', line: 2 }]);
  });
});

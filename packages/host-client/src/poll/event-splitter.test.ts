import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EventSplitter } from './event-splitter.ts';

const encoder = new TextEncoder();

/** Splits a text that comes in pieces of `size` bytes. */
function split(text: string, size = 1_000_000, most?: number) {
  const elements: string[] = [];
  const tooLarge: string[] = [];
  const splitter = new EventSplitter(
    { onElement: (element) => elements.push(element), onTooLarge: (beginning) => tooLarge.push(beginning) },
    most,
  );
  const bytes = encoder.encode(text);
  for (let at = 0; at < bytes.length; at += size) splitter.push(bytes.subarray(at, at + size));
  return { elements, tooLarge, ...splitter.end() };
}

const pages: readonly (readonly [
  name: string,
  text: string,
  elements: readonly string[],
  around: unknown,
])[] = [
  ['an array', ' [{"a":1} , {"b":[2,"]"]},7 ] ', ['{"a":1}', '{"b":[2,"]"]}', '7'], []],
  [
    'events of an object (7)',
    '{"runId":"r","x":{"events":[0]},"events" : [ {"a":"\\"é🙂\\\\"}, {} ],"lastEventSeq":2}',
    ['{"a":"\\"é🙂\\\\"}', '{}'],
    { runId: 'r', x: { events: [0] }, events: [], lastEventSeq: 2 },
  ],
  ['a byte order mark', '\ufeff{"events":["x,y"]}', ['"x,y"'], { events: [] }],
  ['no events', '{"events":[]}', [], { events: [] }],
];

describe('EventSplitter', () => {
  test.each(pages)('%s, cut anywhere', (_name, text, elements, around) => {
    for (const size of [1, 2, 3, 7, 1000]) {
      const page = split(text, size);
      expect(page).toMatchObject({ elements, hasEvents: true, isOpen: false });
      expect(JSON.parse(page.around)).toEqual(around);
    }
  });

  test('property: the elements of any JSON array, however it is cut', () => {
    const list = fc.array(fc.jsonValue({ stringUnit: 'grapheme' }), { maxLength: 5 });
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 9 }), fc.constantFrom(0, 2), (values, size, indent) => {
        const page = split(JSON.stringify({ before: '"events":[', events: values }, null, indent), size);
        expect(page.elements.map((text) => JSON.parse(text))).toEqual(JSON.parse(JSON.stringify(values)));
        expect(page.isOpen).toBe(false);
      }),
      { numRuns: 200, seed: 3 },
    );
  });

  test.each([
    ['a web page', '<p>[1,2]</p> {"events":[3]}', false],
    ['a text', '"[1]"', false],
    ['an object without events', '{"runId":"r","list":[1]}', false],
    ['events that are no array', '{"events":{"a":[1]}}', false],
    ['a name that only ends so', '{"x\\"events":[1]}', false],
  ])('%s has none', (_name, text, hasEvents) => {
    expect(split(text)).toMatchObject({ elements: [], hasEvents });
  });

  test('what came before a cut is reported, and that there was one', () => {
    const page = split('{"events":[{"a":1},{"b":2},{"c":');
    expect(page).toMatchObject({ elements: ['{"a":1}', '{"b":2}'], hasEvents: true, isOpen: true });
  });

  test.each([1, 3, 1000])('what follows the document is no part of it, cut at %i bytes', (size) => {
    const { elements, around, isOpen } = split('{"events":[1],"isTerminal":true}\n{"more":[2]} x', size);
    expect({ elements, isOpen }).toEqual({ elements: ['1'], isOpen: false });
    expect(around).toBe('{"events":[],"isTerminal":true}');
  });

  test('an element over the cap is passed over', () => {
    const page = split(`[{"a":1},"${'x'.repeat(5000)}",{"b":2}]`, 100, 1000);
    expect(page.elements).toEqual(['{"a":1}', '{"b":2}']);
    expect(page.tooLarge.map((text) => text.length <= 2048 && text.startsWith('"xxx'))).toEqual([true]);
  });

  test('brackets next to the events cost nothing but themselves, however many there are', () => {
    const lists = Array.from({ length: 400_000 }, (_, i) => `"a${i % 10}":[],"event":[1]`).join(',');
    const page = split(`{${lists},"events":[{"a":1}]}`, 65_536);
    expect(page).toMatchObject({ elements: ['{"a":1}'], hasEvents: true, isOpen: false });
  });

  test.each([
    ['a name cut anywhere', '{"event":[0],"events" \n:\t[{"a":1}]}', ['{"a":1}']],
    ['a value that is called like it', '{"x":"events","y":[0],"events":[1]}', ['1']],
    ['a name that continues', '{"events2":[0],"eventsevents":[0],"events":[2]}', ['2']],
    ['a name with an escape', '{"events\\":[0],"e":[0],"events":[3]}', []],
  ])('the events are recognized by their name alone: %s', (_name, text, elements) => {
    for (const size of [1, 2, 3, 5, 1000]) expect(split(text, size).elements).toEqual(elements);
  });

  test.each([
    ['before the events', '{"runId":"r","eve', true],
    ['a web page', '<html>', false],
    ['nothing', '', false],
    ['a whole one', '{"events":[]}', false],
  ])('whether the document broke off is reported: %s', (_name, text, isOpen) => {
    expect(split(text).isOpen).toBe(isOpen);
  });
});

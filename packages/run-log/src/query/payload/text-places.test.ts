import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openText } from '../../../test/given-log.ts';
import { clearPage, rawPage } from './raw-page.ts';
import { byteOfUnit, decodedPlaces, maskedPlaces, unitOfByte } from './text-places.ts';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

describe('the bytes of a text', () => {
  test('are found for every character, and back', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', 'ä', '火', '🜂') }), (text) => {
        const places = decodedPlaces(encoder.encode(text));
        let byte = 0;
        let unit = 0;
        for (const character of text) {
          expect(byteOfUnit(places, unit)).toBe(byte);
          expect(unitOfByte(places, byte)).toBe(unit);
          unit += character.length;
          byte += encoder.encode(character).length;
          expect(unitOfByte(places, byte, 'end')).toBe(unit);
        }
      }),
    );
  });

  test('that are broken count as the decoder counts them', () => {
    const part = fc.oneof(
      fc.uint8Array({ maxLength: 4 }),
      fc.constantFrom('a', 'ä', '火', '🜂').map((text) => encoder.encode(text)),
      fc.constantFrom([0xe0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98], [0xf4, 0x90], [0xc3]),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const bytes = Uint8Array.from(parts.flatMap((one) => [...one]));
        const places = decodedPlaces(bytes);
        expect(places.at(-3)).toBe(decoder.decode(bytes).length);
        expect(places.at(-2)).toBe(bytes.length);
      }),
    );
  });
});

test('a mask is one place, whichever of its characters or bytes is requested', () => {
  const places = maskedPlaces(
    decodedPlaces(encoder.encode('ä secret 火')),
    [{ start: 2, end: 8, rule: 'name', mark: '***' }],
    [3],
  );
  // Displayed is `ä *** 火`.
  expect([0, 1, 2, 3, 4, 5, 6, 7].map((unit) => byteOfUnit(places, unit))).toEqual([
    0, 2, 3, 3, 3, 9, 10, 13,
  ]);
  expect([3, 5, 8].map((byte) => unitOfByte(places, byte))).toEqual([2, 2, 2]);
  expect([4, 9, 10, 13].map((byte) => unitOfByte(places, byte, 'end'))).toEqual([5, 5, 6, 7]);
});

test('on a page with masks every value is found at its bytes', async () => {
  const event = '{"a":"grüße 🜂","token":"QWERZZZZZZZZZZZZ","b":[10,20],"password":"hunter2hunter2","c":"火"}';
  const log = await openText(
    `{"type":"run.started","sequence":0,"runId":"r"}\n{"type":"x","sequence":1,"runId":"r","payload":${event}}\n`,
  );
  for (const length of [7, 16, 40, 1_000]) {
    for (let offset = 0; ; ) {
      const page = await rawPage(log, 1, { offset, length });
      if (page === null) break;
      const { places, text } = page;
      expect(places.at(-3)).toBe(text.length);
      expect(places.at(-2)).toBe(page.length);
      const outsideMasks = text.replaceAll('…[masked:name]', (mask) => ' '.repeat(mask.length));
      const clear = await clearPage(log, 1, { offset, length });
      for (let unit = 0; unit < text.length; unit += 1) {
        if (!/[{}[\]:,0-9äüß火]/.test(outsideMasks[unit] ?? '')) continue;
        const byte = byteOfUnit(places, unit);
        expect(clear?.text.slice(unitOfByte(clear.places, byte))[0]).toBe(text[unit]);
      }
      offset += page.length;
    }
  }
});

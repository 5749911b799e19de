// @vitest-environment jsdom
import { words } from '@openwop-inspector/base';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { contentWith, envelopeSubject, servicesWith, showWith } from '../../test/subjects.tsx';
import type { LeftOut, NumberAsWritten } from '../contract/render-services.ts';
import { cardRenderer } from './card-renderer.tsx';

afterEach(cleanup);

const services = servicesWith({
  content: contentWith({
    text: async (_, pointer) =>
      pointer === '/payload/a~1b/0'
        ? { kind: 'text', text: words`the whole text`, truncated: false }
        : { kind: 'problem', message: 'The file is gone.' },
  }),
});

const subjectOf = (
  payload: unknown,
  title?: string,
  leftOut: readonly LeftOut[] = [],
  numbers: readonly NumberAsWritten[] = [],
) => envelopeSubject('vendor.acme.x', payload, { leftOut, numbers }, { display: 'card', title });
const show = (...subject: Parameters<typeof subjectOf>) =>
  showWith(cardRenderer, subjectOf(...subject), services).user;

const terms = () => Array.from(document.querySelectorAll('dt'), (term) => term.textContent);
const displayedFor = (key: string) => {
  const term = [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === key);
  return term?.nextElementSibling?.textContent;
};

describe('a card (envelope 2.2)', () => {
  test('reads envelopes displayed as cards, and no payload that is not an object', () => {
    expect(cardRenderer.read(subjectOf({ a: 1 }))).toMatchObject({ ok: true });
    expect(cardRenderer.read(subjectOf('text'))).toBeNull();
  });

  test('has the title of the hint, else that of the payload, which is then no field', () => {
    show({ title: 'Own', a: 1 }, 'Hinted');
    screen.getByRole('heading', { name: 'Hinted', level: 4 });
    expect(terms()).toEqual(['title', 'a']);
    cleanup();
    show({ title: 'Own', a: 1 });
    screen.getByRole('heading', { name: 'Own' });
    expect(terms()).toEqual(['a']);
  });

  test.each([
    ['text', 'words', 'words'],
    ['empty', '', 'empty text'],
    ['null', null, 'null'],
    ['yes', true, 'true'],
    ['number', 1e21, '1e+21'],
    ['object', {}, 'no fields'],
    ['array', [], 'no items'],
    ['durationMs', 1_500, '1.5 s 1500'],
    ['at', '2026-05-18T10:00:00Z', '18 May 2026, 10:00:00 UTC 2026-05-18T10:00:00Z'],
    ['masked', '[REDACTED:provider-key]', '[REDACTED:provider-key]'],
  ])('a field %s', (key, value, words) => {
    show({ [key]: value });
    expect(displayedFor(key)).toBe(words);
  });

  test('numbers have the digits that were written', () => {
    const numbers = [
      { pointer: '/payload/orderId', text: '107505301260286111' },
      { pointer: '/payload/lines/1/amount', text: '1.10' },
      { pointer: '/payload/tookMs', text: '1500.0' },
    ];
    show(
      { orderId: 107505301260286110, lines: [{ amount: 2.5 }, { amount: 1.1 }], tookMs: 1500 },
      undefined,
      [],
      numbers,
    );
    for (const text of ['107505301260286111', '2.5', '1.10', '1500.0']) screen.getByText(text);
  });

  test('keys of prototypes are names of fields', () => {
    show(JSON.parse('{"__proto__": {"constructor": 1}, "toString": "x", "": 2}'));
    expect(terms()).toEqual(['__proto__', 'constructor', 'toString', '""']);
  });

  test('uniform items are a table, including missing members', () => {
    show({ rows: [{ a: 1, b: 'x' }, { a: 2 }] });
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['#', 'a', 'b']);
    expect(within(table).getAllByRole('row')[2]?.textContent).toBe('12absent');
  });

  test('other items are a list', () => {
    show(['one', { a: 1 }, [2]]);
    expect(screen.getAllByRole('listitem').length).toBe(4);
  });

  test('an item of another form among uniform ones is displayed whole', () => {
    const rows: unknown[] = Array.from({ length: 300 }, (_, a) => ({ a }));
    rows[40] = { a: 1, more: 'yes' };
    show({ rows });
    // One in two hundred is not enough for a column of its own.
    expect(screen.queryByRole('table')).toBeNull();
    rows[40] = { a: 40 };
    rows[250] = { other: 'seen' };
    cleanup();
    show({ rows });
    screen.getByRole('table');
  });

  test('below the third level objects are folded', async () => {
    const user = show({ a: { b: { c: { d: { e: { f: 'deep' } } } } } });
    expect(screen.queryByText('deep')).toBeNull();
    await user.click(screen.getByRole('button', { name: '1 field', expanded: false }));
    await user.click(screen.getByRole('button', { name: '1 field', expanded: false }));
    screen.getByText('deep');
  });

  test('long texts are folded', async () => {
    const user = show({ long: 'x'.repeat(5_000) });
    expect(displayedFor('long')).toHaveLength(601 + 'Show all 5,000 characters'.length);
    await user.click(screen.getByRole('button', { name: /Show all/ }));
    expect(displayedFor('long')).toHaveLength(5_000 + 'Show less'.length);
  });

  test('100,000 rows come by pages', async () => {
    const user = show({ rows: Array.from({ length: 100_000 }, (_, id) => ({ id, name: 'n' })) });
    expect(document.querySelectorAll('tr')).toHaveLength(51);
    await user.click(screen.getByRole('button', { name: 'Show more' }));
    expect(document.querySelectorAll('tr')).toHaveLength(201);
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    expect(screen.getByRole('status').textContent).toBe('Rows 201 to 400 of 100,000');
    expect(document.querySelector('tbody th')?.textContent).toBe('200');
  });

  test('100,000 fields come by and by', async () => {
    const user = show(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at])));
    expect(terms()).toHaveLength(50);
    await user.click(screen.getByRole('button', { name: 'Show more of 100,000 fields' }));
    expect(terms()).toHaveLength(250);
  });

  test('requests an omitted text by its pointer', async () => {
    const leftOut = [
      { pointer: '/payload/a~1b/0', length: 5_000_000 },
      { pointer: '/payload/c', length: 9 },
    ];
    const user = show({ 'a/b': [''], c: '' }, 'T', leftOut);
    screen.getByText('5,000,000 characters of text.');
    screen.getByText('9 characters of text.');
    const [first] = screen.getAllByRole('button', { name: 'Read text' });
    if (first !== undefined) await user.click(first);
    await screen.findByText('the whole text');
    await user.click(screen.getByRole('button', { name: 'Read text' }));
    await screen.findByText('The file is gone.');
  });
});

describe('a card of hostile content', () => {
  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    'javascript:alert(1)',
    '[a](javascript:alert(1))',
  ])('%s stays text, as a value, a key and a title', (text) => {
    show({ value: text, [text]: 1 }, text);
    expect(screen.getAllByText(text).length).toBeGreaterThan(1);
    expect(document.querySelector('script, img, a, iframe')).toBeNull();
  });

  test('hidden characters are seen in keys, values and titles', () => {
    show({ 'k\u202e': 'v\u200b' }, 't\u2066');
    for (const code of ['U+202E', 'U+200B', 'U+2066']) screen.getByText(code);
  });

  test('10,000 levels do not end the program', () => {
    let deep: unknown = 'x';
    for (let i = 0; i < 10_000; i++) deep = { a: deep };
    show({ deep: [deep] });
    screen.getByRole('button', { name: '1 field' });
  });
});

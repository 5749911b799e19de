import { describe, expect, test } from 'vitest';
import { CODE_ROLES } from './code-theme.ts';
import { grammarOf, type LineColours } from './grammar.ts';
import { codeLanguage } from './languages.ts';
import { colourLines, textLines } from './text-lines.ts';

/** Each line as pieces with the name of their role. */
async function coloured(lang: string, text: string, signal = new AbortController().signal) {
  const language = codeLanguage(lang);
  const grammar = language === null ? null : await grammarOf(language);
  if (grammar === null) return null;
  const lines = textLines(text);
  const found: LineColours[] = [];
  await colourLines(lines, grammar, (_, more) => found.push(...more), signal);
  return found.map((colours, at) => {
    let start = 0;
    return colours.map(([end, role]) => {
      const piece = [CODE_ROLES[role], lines.line(at).slice(start, end)];
      start = end;
      return piece;
    });
  });
}

describe('code has roles', () => {
  test('JSON', async () => {
    expect(await coloured('json', '{"a": [1, true]}')).toEqual([
      [
        ['sign', '{'],
        ['key', '"a"'],
        ['sign', ':'],
        ['plain', ' '],
        ['sign', '['],
        ['constant', '1'],
        ['sign', ','],
        ['plain', ' '],
        ['word', 'true'],
        ['sign', ']}'],
      ],
    ]);
  });

  test.each([
    ['ts', 'const a = `x`; // end', ['word', 'const'], ['comment', '// end']],
    ['python', 'def f(a): return "x"', ['word', 'def'], ['name', 'f']],
    ['html', '<p class="a">x</p>', ['key', 'class'], ['string', '"a"']],
    ['sql', 'select 1 from a -- x', ['word', 'select'], ['comment', '-- x']],
    ['yaml', 'a: "b"', ['key', 'a'], ['string', '"b"']],
    ['diff', '-a\n+b', ['deleted', '-a'], ['inserted', '+b']],
  ])('%s', async (lang, text, ...expected) => {
    const pieces = (await coloured(lang, text))?.flat() ?? [];
    for (const piece of expected) expect(pieces).toContainEqual(piece);
  });

  test('an open construct continues in the next line', async () => {
    const lines = await coloured('js', '/* a\nb */ let c');
    expect(lines?.[1]?.[0]).toEqual(['comment', 'b */']);
  });

  test('the roles of a line cover it whole', async () => {
    const text = 'export class A<T> { #x = /re/u; get y() { return this.#x; } }';
    const pieces = (await coloured('ts', text))?.flat() ?? [];
    expect(pieces.map(([, piece]) => piece).join('')).toBe(text);
  });
});

describe('colouring is bounded', () => {
  test('a very long line stays plain', async () => {
    expect(await coloured('json', `["${'x'.repeat(20_000)}"]`)).toEqual([[['plain', expect.any(String)]]]);
  });

  test('does nothing after cancellation', async () => {
    const gone = new AbortController();
    gone.abort();
    expect(await coloured('json', '[1]', gone.signal)).toEqual([]);
  });
});

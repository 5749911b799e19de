/**
 * Texts of generated logs, from an invented vocabulary: no product, company or person is meant. Some words are not ASCII,
 * in two, three and four bytes of UTF-8, because real logs hold them and byte offsets go wrong there first.
 */
import type { Prng } from './prng.ts';
import words from './word-stock.json' with { type: 'json' };

/** One sentence of about 50 characters. */
export function sentence(prng: Prng): string {
  const subject = prng.pick(words.subjects);
  const head = subject.charAt(0).toUpperCase() + subject.slice(1);
  return `${head} ${prng.pick(words.verbs)} ${prng.pick(words.objects)}${prng.pick(words.tails)}.`;
}

/** Sentences up to about `characters`, a paragraph every five. */
export function prose(prng: Prng, characters: number): string {
  let text = sentence(prng);
  for (let count = 1; text.length < characters; count += 1)
    text += (count % 5 === 0 ? '\n\n' : ' ') + sentence(prng);
  return text;
}

/** The same text cut into pieces of one to `words` words, as a model streams it; joined they give `text` again. */
export function streamed(prng: Prng, text: string, words: number): readonly string[] {
  const pieces: string[] = [];
  const rest = text.match(/\S+\s*/g) ?? [];
  for (let size = prng.between(1, words); size <= rest.length; size = prng.between(1, words))
    pieces.push(rest.splice(0, size).join(''));
  return rest.length > 0 ? [...pieces, rest.join('')] : pieces;
}

/** What a search tool answers: hits with a title, a path, a score and a passage. About `hits` times 550 bytes. */
export function searchResult(prng: Prng, hits: number): Record<string, unknown> {
  const found = Array.from({ length: hits }, (_, rank) => ({
    rank: rank + 1,
    title: sentence(prng),
    path: `/library/${prng.pick(words.queries).replaceAll(' ', '-')}/${prng.hex(6)}.md`,
    score: Number((1 - rank / (hits + 1) - prng.fraction() * 0.01).toFixed(4)),
    passage: prose(prng, prng.between(180, 520)),
  }));
  return { query: prng.pick(words.queries), total: hits, hits: found };
}

/** A table of numbers and words as an older tool returns it: JSON inside a string. */
export function tableAsText(prng: Prng, rows: number): string {
  const cells = Array.from({ length: rows }, (_, row) => ({
    row,
    key: prng.hex(8),
    amount: prng.between(0, 1_000_000) / 100,
    late: prng.chance(0.2),
    note: prng.chance(0.4) ? sentence(prng) : null,
  }));
  return JSON.stringify({ columns: ['row', 'key', 'amount', 'late', 'note'], rows: cells });
}

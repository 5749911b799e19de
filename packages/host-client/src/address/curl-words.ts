/** Words of a command as a shell would read them, enough for a pasted `curl`. */

/** Quotes, escapes and line continuations of sh, and the continuations of Windows. Variables are not filled in. */
export function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | null = null;
  for (const [piece = '', single, ansi, double, escaped, blank] of command.matchAll(PIECE)) {
    if (blank !== undefined) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + (single ?? ansiText(ansi) ?? doubleText(double) ?? escaped ?? piece);
  }
  if (word !== null) words.push(word);
  return words;
}

/** Groups: single-quoted, `$'…'`, double-quoted, escaped character, blanks and continued lines; else one character. */
const PIECE =
  /'([^']*)'|\$'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)"|\\(?!\r?\n)([\s\S])|((?:\s|[\\^`]\r?\n)+)|[\s\S]/g;

function doubleText(text: string | undefined): string | undefined {
  return text?.replace(/\\\r?\n/g, '').replace(/\\(["\\$`])/g, '$1');
}

function ansiText(text: string | undefined): string | undefined {
  return text?.replace(/\\([\s\S])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign);
}

import { FILTER_OPERATORS, FILTER_TEXTS, FILTER_WORDS } from '@openwop-inspector/run-log';

/** Columns of a line of help; terms stand in the first of two columns. */
const WIDTH = 100;
const TERMS = 40;

/** The filter language as help shows it, from the words of the engine. */
export function filterHelp(): string {
  const fields = FILTER_WORDS.map(({ examples, hint }) => [examples.join('  '), hint] as const);
  const rows = [...FILTER_TEXTS, ...fields, ...FILTER_OPERATORS];
  return ['Filters:', ...rows.flatMap(([term, hint]) => entry(term, hint))].join('\n');
}

/** A term with what it means, broken into lines that stand below one another. */
function entry(term: string, hint: string): readonly string[] {
  const words = hint.split(' ');
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= WIDTH - TERMS - 4) line = longer;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
  const isLong = term.length > TERMS;
  const [first = '', ...rest] = isLong ? ['', ...lines] : lines;
  const below = rest.map((one) => `  ${' '.repeat(TERMS)}  ${one}`);
  return [`  ${term.padEnd(TERMS)}  ${first}`.trimEnd(), ...below];
}

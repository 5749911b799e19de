/** What a text without a language looks like. A hint for a person, who may follow it; nothing is done by itself. */

/** JSON beyond this, in UTF-16 units, is told by its ends alone. */
const MAX_PARSED = 65_536;

const SIGNS: readonly (readonly [language: string, sign: RegExp])[] = [
  ['xml', /^\s*<\?xml\s/],
  ['html', /^\s*<(!doctype html|html)[\s>]/i],
  ['xml', /^\s*<svg[\s>]/i],
  ['bash', /^#!.{1,60}\b(bash|sh|zsh)\b/],
  ['python', /^#!.{1,60}\bpython/],
  ['javascript', /^#!.{1,60}\b(node|deno|bun)\b/],
  ['diff', /^(diff --git |--- \S.*\n\+\+\+ \S)/],
  ['yaml', /^(%YAML |---\s*\n\s*[\w"'-]+\s*:)/],
  ['http', /^(GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+ HTTP\/[\d.]+\r?\n/],
  ['sql', /^\s*(select\s[\s\S]{1,400}?\sfrom\s|insert\s+into\s|create\s+(table|view|index)\s)/i],
  ['python', /^(from \w[\w.]* import |import \w[\w.]*\n|def \w+\(.*\)( -> .*)?:\n|class \w+(\(.*\))?:\n)/],
  ['go', /^package \w+\r?\n/],
  ['php', /^<\?php\s/],
];

/** Name of a language, or null when nothing is sure enough to be said. Looks at the beginning of the text. */
export function looksLike(text: string): string | null {
  if (isJson(text)) return 'json';
  const head = text.slice(0, 1_000);
  return SIGNS.find(([, sign]) => sign.test(head))?.[0] ?? null;
}

function isJson(text: string): boolean {
  const first = /^\s*([[{])/.exec(text.slice(0, 200))?.[1];
  if (first === undefined) return false;
  if (text.length > MAX_PARSED) return text.trimEnd().endsWith(first === '{' ? '}' : ']');
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

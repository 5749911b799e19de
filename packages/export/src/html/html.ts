/** HTML out of texts that come from anywhere: nothing of them is markup, and nothing of them is hidden. */
import { HIDDEN_CHARACTERS } from '@openwop-inspector/protocol';

/** A piece of HTML that was written here. Made by `html` alone. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | number | Html | readonly Value[];

/** HTML with values in it: texts are escaped, HTML stands as it is, of lists each. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(
    parts.map((part, at) => part + (at < values.length ? written(values[at] ?? '') : '')).join(''),
  );
}

function written(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return value.map(written).join('');
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => MARKUP[character] ?? '')
    .replace(HIDDEN_CHARACTERS, (character) => {
      if (character === '\n' || character === '\t') return character;
      const code = character.codePointAt(0) ?? 0;
      return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
    });
}

/** Content of XML elements that are named like a secret: `<password>…</password>`. */
import { alphabetNamed, runEnd } from './alphabets.ts';
import { isPlaceholder } from './looks-like-words.ts';
import { isSecretKey, isTokenKey } from './secret-names.ts';
import { NAME_RULE, type SecretSpan } from './span.ts';

const NAME = alphabetNamed('word-dash-colon');
const MAX_TAG_LENGTH = 256;

/** The content of the element whose tag begins at a place; null when its name says nothing. O(the content). */
export function elementValueAt(text: string, at: number): SecretSpan | null {
  const from = at + 1;
  const nameEnd = from + runEnd(text.slice(from, from + 64), 0, NAME);
  if (nameEnd === from) return null;
  const name = text.slice(from, nameEnd).split(':').at(-1) ?? '';
  if (!isSecretKey(name)) return null;
  const tag = text.slice(nameEnd, nameEnd + MAX_TAG_LENGTH).indexOf('>');
  if (tag < 0 || text[nameEnd + tag - 1] === '/') return null;
  let start = nameEnd + tag + 1;
  if (text.startsWith('<![CDATA[', start)) start += 9;
  const next = text.indexOf('<', start);
  const end = next < 0 ? text.length : next;
  const value = text.slice(start, Math.min(end, start + 300)).trim();
  if (value === '' || isPlaceholder(value)) return null;
  return { start, end, kind: isTokenKey(name) ? 'token' : 'password', rule: NAME_RULE };
}

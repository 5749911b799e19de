/** Short words for payload values, for rows and for assistive technology. */
import { countOf, cutText, formatCount, parsedJson } from '@openwop-inspector/base';
import { displayText } from '../visible-text/visible-text.ts';
import type { TreeRow, ValueRow } from './tree-rows.ts';
import { formText, stringForm } from './value-meaning.ts';
import type { ClearPayloadText, PayloadNode } from './value-source.ts';

/** A row shows at most this much of a value; the rest of a string is read in the unfolded text. */
const ROW_UNITS = 300;
/** Units displayed of a string that is not prose. */
const FORM_UNITS = 16;
/** And at most this much of a key. */
const KEY_UNITS = 120;

/** Units of an escape such as backslash, u and four digits. */
const MAX_ESCAPE_LENGTH = 6;

/** `{ 3 }`, `[ 1 ]`: a container on one line. */
export function bracketText(node: PayloadNode): string {
  const size = node.size === 0 ? '' : ` ${formatCount(node.size)} `;
  return node.kind === 'array' ? `[${size}]` : `{${size}}`;
}

/** A key or index as a row shows it. */
export function keyText(key: string | number): string {
  return cutText(String(key), KEY_UNITS);
}

/** A number or word as written, cut for a row. */
export function scalarText(node: PayloadNode): string {
  return cutText(node.text, ROW_UNITS);
}

/** A string as one line in quotes, the way JSON writes it, cut for a row; of base64 and the like a few characters. */
export function quotedText(node: PayloadNode): string {
  const form = stringForm(node);
  const most = form === null || form.kind === 'token' ? ROW_UNITS : FORM_UNITS;
  return quoted(node.text, most, node.truncated);
}

/** Returns a masked string in clear, as its row shows it while the user holds it. */
export function clearText(clear: ClearPayloadText): string {
  return quoted(clear.text, ROW_UNITS, clear.truncated);
}

function quoted(text: string, most: number, isCut: boolean): string {
  const displayed = text.length > most ? text.slice(0, most) : text;
  const escaped = displayed
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return displayed.length === text.length && !isCut ? `"${escaped}"` : `"${escaped}…`;
}

/**
 * Returns the label of a row: `error: 3 members, object`, `code: "envelope_invalid"`. It begins with the text on
 * screen, for voice control. `clear` is a masked value while the user holds it.
 */
export function rowLabel(row: TreeRow, unread?: string, clear: ClearPayloadText | null = null): string {
  if (row.kind === 'more') return moreText(row.next, row.setSize);
  const { node } = row;
  const name = node.key === null ? '' : `${keyText(node.key)}: `;
  const value = clear === null ? valueLabel(node) : clearText(clear);
  // As it is seen, so that a voice that names what it sees finds it: hidden characters by their code points.
  return displayText([`${name}${value}`, ...rowRemarks(row, unread)].join(', '));
}

/** Returns the remarks after a value: its form if not prose; masked, cut, repeated or unreadable members. */
export function rowRemarks({ node, repeated }: ValueRow, unread?: string): readonly string[] {
  const form = stringForm(node);
  return [
    ...(form === null ? [] : [formText(form)]),
    ...(node.masked ? ['masked'] : []),
    ...(repeated ? ['repeated key'] : []),
    ...(node.truncated && form === null
      ? [`first ${formatCount(node.text.length)} of ${formatCount(node.size)} characters`]
      : []),
    ...(unread === undefined ? [] : [`could not be read: ${unread}`]),
  ];
}

/** `1,000 more of 120,005`. */
export function moreText(next: number, total: number): string {
  return `${formatCount(next)} more of ${formatCount(total)}`;
}

function valueLabel(node: PayloadNode): string {
  switch (node.kind) {
    case 'object':
      return node.size === 0 ? 'empty object' : `${countOf(node.size, 'member')}, object`;
    case 'array':
      return node.size === 0 ? 'empty array' : `${countOf(node.size, 'item')}, array`;
    case 'string':
      return displayText(quotedText(node));
    default:
      return scalarText(node);
  }
}

/**
 * Returns the content of a string from its raw text. A text cut inside an escape loses that escape; one that is not a
 * JSON string is returned unchanged.
 */
export function stringContent(written: string): string {
  if (!written.startsWith('"')) return written;
  const whole = parseString(written);
  if (whole !== null) return whole;
  for (let cut = 0; cut <= MAX_ESCAPE_LENGTH && cut < written.length; cut += 1) {
    const content = parseString(`${written.slice(0, written.length - cut)}"`);
    if (content !== null) return content;
  }
  return written;
}

function parseString(text: string): string | null {
  const value = parsedJson(text);
  return typeof value === 'string' ? value : null;
}

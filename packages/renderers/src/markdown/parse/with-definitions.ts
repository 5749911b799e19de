/** A part of a document together with the definitions it refers to, since it is parsed alone. */
import { labelForm } from '../blocks/line-forms.ts';
import type { MarkdownDocument } from '../blocks/markdown-block.ts';

type Definitions = Pick<MarkdownDocument, 'links' | 'footnotes'>;

const reference = /\[((?:[^[\]\\]|\\.){1,999})\]/g;

/** Definitions that go with one part; more of them would cost more than the part. */
const MOST = 100;

/** The source with definitions behind it. Of footnotes only the label: their text is shown at the end of the document. */
export function withDefinitions(source: string, { links, footnotes }: Definitions): string {
  if (links.size === 0 && footnotes.size === 0) return source;
  const lines = new Set<string>();
  for (const [, label = ''] of source.matchAll(reference)) {
    if (lines.size >= MOST) break;
    const link = links.get(labelForm(label));
    if (link !== undefined) lines.add(link);
    if (label.startsWith('^') && footnotes.has(labelForm(label.slice(1)))) lines.add(`[${label}]: -`);
  }
  return lines.size === 0 ? source : `${source}\n\n${[...lines].join('\n\n')}`;
}

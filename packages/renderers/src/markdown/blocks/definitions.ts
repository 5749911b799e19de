/** Definitions of links and footnotes: taken out of the document, since any part of it may refer to them. */
import {
  closesFence,
  definitionLabel,
  fenceOpening,
  isBlank,
  isIndented,
  labelForm,
  mayDefineOrFence,
} from './line-forms.ts';

/** A document without its definitions. */
export interface WithoutDefinitions {
  readonly lines: readonly string[];
  readonly links: ReadonlyMap<string, string>;
  readonly footnotes: ReadonlyMap<string, string>;
}

interface Found {
  readonly links: Map<string, string>;
  readonly footnotes: Map<string, string>;
}

/** Of several definitions of a label the first counts, as in CommonMark. Fences are passed over. */
export function collectDefinitions(all: readonly string[]): WithoutDefinitions {
  const found: Found = { links: new Map(), footnotes: new Map() };
  const lines: string[] = [];
  let fence: string | null = null;
  for (let at = 0; at < all.length; ) {
    const line = all[at] ?? '';
    if (!mayDefineOrFence(line)) {
      lines.push(line);
      at += 1;
      continue;
    }
    const opening: string | null = fence === null ? (fenceOpening(line)?.fence ?? null) : null;
    if (fence !== null && closesFence(line, fence)) fence = null;
    else if (opening !== null) fence = opening;
    else if (fence === null && mayDefine(all, at)) {
      const end = takeDefinition(all, at, found);
      if (end > at) {
        // A blank line stays, so that what stood apart does not grow together.
        lines.push('');
        at = end;
        continue;
      }
    }
    lines.push(line);
    at += 1;
  }
  return { lines, links: found.links, footnotes: inOrder(found.footnotes, lines) };
}

/** A definition cannot interrupt a paragraph; a footnote can. */
function mayDefine(lines: readonly string[], at: number): boolean {
  const before = lines[at - 1];
  const label = definitionLabel(lines[at] ?? '');
  if (label === null) return false;
  return label.startsWith('^') || before === undefined || isBlank(before) || definitionLabel(before) !== null;
}

/** Where the definition ends; the same place when it is none. */
function takeDefinition(lines: readonly string[], at: number, found: Found): number {
  const line = lines[at] ?? '';
  const label = definitionLabel(line) ?? '';
  const content = line.slice(line.indexOf(']:') + 2).trim();
  if (!label.startsWith('^')) {
    if (content === '') return at;
    keepFirst(found.links, labelForm(label), line.trim());
    return at + 1;
  }
  const end = footnoteEnd(lines, at + 1);
  const rest = lines.slice(at + 1, end).map((more) => more.replace(/^(?: {1,4}|\t)/, ''));
  keepFirst(found.footnotes, labelForm(label.slice(1)), [content, ...rest].join('\n').trim());
  return end;
}

/** A footnote goes on over lines without a gap, and over gaps when indented lines follow. */
function footnoteEnd(lines: readonly string[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (isBlank(line)) continue;
    const isNear = at === end;
    if (definitionLabel(line) !== null || !(isIndented(line) || isNear)) break;
    end = at + 1;
  }
  return end;
}

function keepFirst(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}

/** Footnotes in the order of their first mention; those that nobody mentions are left out, as in GFM. */
function inOrder(footnotes: ReadonlyMap<string, string>, lines: readonly string[]): Map<string, string> {
  const ordered = new Map<string, string>();
  if (footnotes.size === 0) return ordered;
  const mentions = (text: string) =>
    Array.from(text.matchAll(/\[\^((?:[^[\]\\]|\\.){1,999})\]/g), (m) => m[1] ?? '');
  const waiting = lines.flatMap(mentions);
  // A footnote may mention another one.
  for (let at = 0; at < waiting.length; at++) {
    const label = labelForm(waiting[at] ?? '');
    const text = footnotes.get(label);
    if (text === undefined || ordered.has(label)) continue;
    ordered.set(label, text);
    waiting.push(...mentions(text));
  }
  return ordered;
}

import { renderToStaticMarkup } from 'react-dom/server';
import { readDocument } from '../src/markdown/parse/read-document.ts';
import { elementsOf } from '../src/markdown/show/Blocks.tsx';

/** The elements of a document before each becomes what it is on screen. React adds links that load images early: not those. */
export function renderedHtml(text: string): string {
  return readDocument(text)
    .blocks.map((block) => renderToStaticMarkup(elementsOf([block], {})))
    .join('\n')
    .replace(/<link\b[^>]*>/g, '');
}

/** The same with the source of HTML put back where it is displayed. */
export function withHtmlPutBack(html: string): string {
  const displayed =
    /<pre><code class="source-html">([^<]*?)\n?<\/code><\/pre>|<code class="source-html">([^<]*)<\/code>/g;
  return html.replace(displayed, (_, block: string | undefined, inline: string | undefined) => {
    return bodyOf(block ?? inline ?? '').textContent;
  });
}

/** Returns the readable text of HTML, without blanks; for an image its description. */
export function lettersOf(html: string): string {
  const body = bodyOf(html);
  for (const image of body.querySelectorAll('img')) image.replaceWith(image.alt);
  return body.textContent.replace(/\s+/g, '');
}

/** True when the other text contains all letters, in their order. */
export function isSubsequence(letters: string, text: string): boolean {
  let at = 0;
  for (const letter of text) if (letter === letters[at]) at += 1;
  return at === letters.length;
}

/** Elements of HTML, alive in no document. */
export function bodyOf(html: string): HTMLElement {
  const body = document.createElement('div');
  body.append(document.createRange().createContextualFragment(html));
  return body;
}

const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'start', 'class', 'checked', 'disabled'];
const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, hr, table, thead, tbody, tr, th, td, br, div';

/** HTML as a tree in words, without what no reader sees: blanks between blocks, order and form of attributes. */
export function outlineOf(html: string): string {
  return outline(bodyOf(html.trim()), false);
}

function outline(node: Node, isCode: boolean): string {
  if (node instanceof Text) return JSON.stringify(isCode ? node.data : node.data.replace(/[ \n\t]+/g, ' '));
  if (!(node instanceof Element)) return '';
  const name = node.localName;
  const holdsCode = isCode || name === 'pre';
  const attributes = ATTRIBUTES.flatMap((each) => {
    const value = node.getAttribute(each);
    const isSeen = value !== null && !(each === 'class' && !value.startsWith('language-'));
    return isSeen ? [` ${each}=${JSON.stringify(value.replace(/\s+/g, ' '))}`] : [];
  });
  const align = node.getAttribute('align') ?? (node instanceof HTMLElement ? node.style.textAlign : '');
  const children = [...node.childNodes].flatMap((child, at, all) => {
    const text = outline(child, holdsCode);
    if (holdsCode || !(child instanceof Text)) return [text];
    const isFirst = at === 0 ? isBlock(node) : isBlock(all[at - 1]);
    const isLast = at === all.length - 1 ? isBlock(node) : isBlock(all[at + 1]);
    let words: string = JSON.parse(text);
    if (isFirst) words = words.trimStart();
    if (isLast) words = words.trimEnd();
    return words === '' ? [] : [JSON.stringify(words)];
  });
  return `<${name}${attributes.join('')}${align === '' ? '' : ` align=${align}`}>${children.join('')}</${name}>`;
}

const isBlock = (node: Node | undefined): boolean => node instanceof Element && node.matches(BLOCKS);

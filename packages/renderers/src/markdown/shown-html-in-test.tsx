import { renderToStaticMarkup } from 'react-dom/server';
import { elementsOf } from './parse/elements-of.ts';
import { readDocument } from './parse/read-document.ts';

/** The elements of a document before each becomes what it is on screen, and nothing left to be read. */
export function shownHtml(text: string): string {
  const reading = readDocument(text);
  while (!reading.isRead) reading.step();
  return reading.parts.map((part) => renderToStaticMarkup(elementsOf(part, {}))).join('\n');
}

const ATTRIBUTES = ['href', 'src', 'alt', 'title', 'start', 'class', 'checked', 'disabled'];
const BLOCKS =
  'p, h1, h2, h3, h4, h5, h6, ul, ol, li, blockquote, pre, hr, table, thead, tbody, tr, th, td, br, div';

/** HTML as a tree in words, without what no reader sees: blanks between blocks, order and form of attributes. */
export function outlineOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return outline(body, false);
}

function outline(node: Node, isCode: boolean): string {
  if (node instanceof Text) return JSON.stringify(isCode ? node.data : node.data.replace(/[ \n\t]+/g, ' '));
  if (!(node instanceof Element)) return '';
  const name = node.localName;
  const holdsCode = isCode || name === 'pre';
  const attributes = ATTRIBUTES.flatMap((each) => {
    const value = node.getAttribute(each);
    const isSeen = value !== null && !(each === 'class' && !value.startsWith('language-'));
    return isSeen ? [` ${each}=${JSON.stringify(value)}`] : [];
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

const isBlock = (node: Node | undefined): boolean =>
  node instanceof Element && (node.localName === 'body' || node.matches(BLOCKS));

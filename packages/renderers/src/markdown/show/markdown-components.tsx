/** What each element of a document becomes. Elements that are not here stay what they are; none takes an address. */

import { formatCount } from '@openwop-inspector/base';
import { Button, ControlButton, Icon, layout } from '@openwop-inspector/ui';
import { createContext, type ReactNode, type RefObject, useContext, useMemo, useState } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { CodeLines } from '../../code/highlight/CodeLine.tsx';
import { codeLanguage } from '../../code/highlight/languages.ts';
import { textLines, useLineColours } from '../../code/highlight/text-lines.ts';
import { useRenderServices } from '../../contract/render-services.ts';
import { ContentHeading, ScrollGroup } from '../../parts/elements.tsx';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { HTML_SOURCE, SOURCE_TITLES } from '../parse/rendered-source.ts';
import { type TreeNode, textOf } from '../parse/tree-node.ts';
import { MarkdownImage } from './MarkdownImage.tsx';
import { MarkdownLink } from './MarkdownLink.tsx';
import styles from './markdown.module.css';

/** Text of a whole element. */
const MAX_TEXT = 300_000;

const textIn = (node: ExtraProps['node']): string => (node === undefined ? '' : textOf(node, MAX_TEXT));

export const markdownComponents: Components = {
  ...headings(3),
  p: ({ children }) => <p dir="auto">{children}</p>,
  li: ({ children, className }) => (
    <li dir="auto" data-task={className?.includes('task') || undefined}>
      {children}
    </li>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  ul: ({ children }) => <ul>{children}</ul>,
  ol: ({ children, start }) => <ol start={start}>{children}</ol>,
  a: ({ href, title, children, node }) => (
    <MarkdownLink address={href ?? ''} title={title ?? ''} text={textIn(node)} holdsImage={holdsImage(node)}>
      {children}
    </MarkdownLink>
  ),
  img: ({ src, alt, title }) => (
    <MarkdownImage address={typeof src === 'string' ? src : ''} alt={alt ?? ''} title={title ?? ''} />
  ),
  pre: ({ node }) => <CodeOf node={node} />,
  code: ({ node, className }) => <InlineCode text={textIn(node)} className={className ?? ''} />,
  // A table that scrolls by itself when it is wider than the pane.
  table: ({ children }) => (
    <ScrollGroup className={styles.table} aria-label="Table">
      <table>{children}</table>
    </ScrollGroup>
  ),
  th: ({ children, style }) => (
    <th scope="col" dir="auto" style={style}>
      {children}
    </th>
  ),
  td: ({ children, style }) => (
    <td dir="auto" style={style}>
      {children}
    </td>
  ),
  input: ({ checked, 'aria-label': name }) => (
    <input type="checkbox" disabled readOnly checked={checked === true} aria-label={name ?? 'Task'} />
  ),
  sup: ({ node }) => <FootnoteMark number={Number(textIn(node))} />,
  span: ({ node }) => <VisibleText text={textIn(node)} />,
};

/** Headings whose levels begin below `above`, the deepest level around them (envelope 7.2). */
export function headings(above: number): Components {
  const heading = (level: number) =>
    function Heading({ children }: { readonly children?: ReactNode }) {
      return (
        <ContentHeading level={Math.min(level + above, 6)} data-level={level} dir="auto">
          {children}
        </ContentHeading>
      );
    };
  return { h1: heading(1), h2: heading(2), h3: heading(3), h4: heading(4), h5: heading(5), h6: heading(6) };
}

/** A block of code, or of something else that is displayed as source. */
function CodeOf({ node }: Pick<ExtraProps, 'node'>) {
  const code = node?.children[0];
  const names = code?.type === 'element' ? code.properties.className : undefined;
  const classes = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  const lang = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
  const text = textIn(node).replace(/\n$/, '');
  const label = SOURCE_TITLES.get(classes[0] ?? '');
  if (label === undefined) return <SourceBlock text={text} lang={lang} />;
  return <SourceBlock text={text} label={label} lang={classes.includes(HTML_SOURCE) ? 'html' : ''} />;
}

function InlineCode({ text, className }: { readonly text: string; readonly className: string }) {
  const title = SOURCE_TITLES.get(className);
  return (
    <code title={title} data-source={title === undefined ? undefined : ''}>
      {title !== undefined && <span className="visually-hidden">{title}: </span>}
      <VisibleText text={text} />
    </code>
  );
}

/** A placeholder with a button cannot be inside another button. */
function holdsImage(node: ExtraProps['node']): boolean {
  const waiting: TreeNode[] = node === undefined ? [] : [node];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.tagName === 'img') return true;
    waiting.push(...(next.children ?? []));
  }
  return false;
}

/** The number of a footnote in the text; leads to it. */
export function FootnoteMark({ number }: { readonly number: number }) {
  const goTo = useGoTo();
  return (
    <sup>
      <button
        type="button"
        className={layout('link pad0x3')}
        data-footnote-mark={number}
        aria-label={`Footnote ${number}`}
        onClick={() => goTo(`li[data-footnote="${number}"]`)}
      >
        {number}
      </button>
    </sup>
  );
}

/** Lines that are displayed at first, and that each press adds. */
const FIRST_LINES = 200;
const MORE_LINES = 2_000;

export interface SourceBlockProps {
  readonly text: string;
  /** Language as written after the fence; empty for none. */
  readonly lang?: string;
  /** Why it is source, in place of the language. */
  readonly label?: string;
}

/** Raw text: a code block, or something that is only ever displayed as source. */
export function SourceBlock({ text, lang = '', label }: SourceBlockProps) {
  const { copyText } = useRenderServices();
  const lines = useMemo(() => textLines(text), [text]);
  const language = codeLanguage(lang);
  const colours = useLineColours(lines, language);
  const [most, setMost] = useState(FIRST_LINES);
  const written = lang === 'math' ? 'Math, as source' : lang === '' ? 'Code' : lang.slice(0, 60);
  const name = label ?? (language?.name === 'mermaid' ? 'Mermaid, as source' : (language?.title ?? written));
  return (
    <div className={layout('crops card')}>
      <div className={layout('row min26 ruled ground caption pad0x4x0x10')}>
        <VisibleText as="span" className={layout('grow clip')} text={name} />
        <ControlButton
          look="icon"
          aria-label={`Copy ${name.toLowerCase().startsWith('code') ? 'code' : name}`}
          title="Copy"
          onClick={() => void copyText(text, 'Code')}
        >
          <Icon name="copy" />
        </ControlButton>
      </div>
      <ScrollGroup
        className={layout('focusInside', styles.sourceText)}
        aria-label={name}
        // Prose that could not be laid out has no lines of its own.
        data-wrapped={label !== undefined || undefined}
      >
        <CodeLines lines={lines} limit={most} colours={colours} />
      </ScrollGroup>
      {lines.count > most && (
        <div className={layout('aside topRuled ground pad4x12')}>
          <Button small onPress={() => setMost(most + MORE_LINES)}>
            Show more
          </Button>{' '}
          {formatCount(most)} of {formatCount(lines.count)} lines are displayed
        </div>
      )}
    </div>
  );
}

// What the parts of one document share: all of it on screen. Footnotes are found in it and nowhere else.

const DocumentContext = createContext<RefObject<HTMLElement | null> | null>(null);

export const DocumentProvider = DocumentContext.Provider;

/** Moves to a footnote or back. The address of the page stays as it is: it belongs to the application. */
export function useGoTo(): (selector: string) => void {
  const root = useContext(DocumentContext);
  return (selector) => {
    const target = root?.current?.querySelector<HTMLElement>(selector);
    target?.focus({ preventScroll: true });
    target?.scrollIntoView?.({ block: 'nearest' });
  };
}

import { type ClauseTarget, clauseOfLink } from '@openwop-inspector/protocol';
import { classNames, layout } from '@openwop-inspector/ui';
import { type PropsWithChildren, useEffect, useMemo, useRef } from 'react';
import type { Components } from 'react-markdown';
import { readDocument } from '../markdown/parse/read-document.ts';
import { MarkdownFlow } from '../markdown/show/Blocks.tsx';
import documentStyles from '../markdown/show/markdown.module.css';
import { DocumentProvider, headings, markdownComponents } from '../markdown/show/markdown-components.tsx';
import { ClauseOpenerProvider, type OpenClause, useClauseOpener } from './Clause.tsx';

export interface ClausePageProps {
  /** Markdown of the page; our own, so it is laid out in one go. */
  readonly text: string;
  readonly target: ClauseTarget;
  readonly onOpen: OpenClause;
}

/** A page of the protocol, scrolled to a clause, which is marked. Its links lead to the other pages. */
export function ClausePage({ text, target, onOpen }: ClausePageProps) {
  const root = useRef<HTMLDivElement>(null);
  const components = useMemo(
    (): Components => ({
      ...markdownComponents,
      // A page is a part of the application: its title is one level below that of the reader.
      ...headings(2),
      // Links of a page to pages lead there, and all others are words.
      a: ({ href, children }) => (
        <PageLink target={clauseOfLink(target.page, href ?? '')}>{children}</PageLink>
      ),
    }),
    [target.page],
  );
  const nodes = useMemo(() => readDocument(text).blocks, [text]);
  // Marks the place, scrolls to it and focuses it, so that reading continues from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text brings other elements
  useEffect(() => {
    const found = root.current === null ? null : findClause(root.current, target);
    if (found === null) {
      root.current?.parentElement?.scrollTo?.(0, 0);
      return;
    }
    found.setAttribute('data-cited', '');
    found.tabIndex = -1;
    found.focus({ preventScroll: true });
    found.scrollIntoView?.({ block: found.tagName === 'TR' ? 'center' : 'start' });
    return () => found.removeAttribute('data-cited');
  }, [target, text]);
  return (
    <ClauseOpenerProvider value={onOpen}>
      <DocumentProvider value={root}>
        <div ref={root} className={classNames(documentStyles.document, documentStyles.page)}>
          <MarkdownFlow nodes={nodes} components={components} />
        </div>
      </DocumentProvider>
    </ClauseOpenerProvider>
  );
}

function PageLink({ target, children }: PropsWithChildren<{ readonly target: ClauseTarget | null }>) {
  const open = useClauseOpener();
  if (target === null || open === null) return children;
  return (
    <button type="button" className={layout.link} onClick={() => open(target)}>
      {children}
    </button>
  );
}

/** The element of a page on screen that a clause names: its heading, its row, or the item of a list below its heading. */
export function findClause(page: HTMLElement, { ref, item }: ClauseTarget): HTMLElement | null {
  if (ref === '') return null;
  const heading = [...page.querySelectorAll<HTMLElement>('[role="heading"]')].find((element) =>
    (element.textContent ?? '').startsWith(`${ref} `),
  );
  if (heading !== undefined) return item === null ? heading : (itemBelow(heading, item) ?? heading);
  const rows = [...page.querySelectorAll<HTMLElement>('tbody tr')];
  const namesOf = (row: HTMLElement) => (row.querySelector('td')?.textContent ?? '').split(',');
  return rows.find((row) => namesOf(row).some((name) => name.trim() === ref)) ?? null;
}

/** The n-th item of the first ordered list after a heading. */
function itemBelow(heading: HTMLElement, item: number): HTMLElement | null {
  for (let next = heading.nextElementSibling; next !== null; next = next.nextElementSibling) {
    if (next.getAttribute('role') === 'heading') return null;
    if (next instanceof HTMLOListElement)
      return next.querySelectorAll<HTMLElement>(':scope > li')[item - 1] ?? null;
  }
  return null;
}

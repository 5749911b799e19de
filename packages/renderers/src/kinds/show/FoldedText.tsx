import { formatCount } from '@openwop-inspector/base';
import { ControlButton, Icon, layout } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import styles from './sheet.module.css';

/** Delimits untrusted content in a composed prompt (run-events 3.2.8). */
const MARKER = /<(\/?)UNTRUSTED\b[^>]{0,400}>/gi;

/** UTF-16 units that are displayed of a long text at first. */
const FOLD = 600;
/** And by each further step, so that a page stays quick to draw. */
const STEP = 65_536;

export interface FoldedTextProps {
  readonly text: string;
  readonly look: 'prose' | 'mono' | 'prompt';
  /** UTF-16 units that are displayed at first. */
  readonly first?: number;
}

/** Foreign text: short ones complete, long ones folded, very long ones in steps. Line ends are preserved. */
export function FoldedText({ text, look, first = FOLD }: FoldedTextProps) {
  const [most, setMost] = useState(first);
  const isLong = text.length > first;
  // Without the first half of a pair whose second half was cut off.
  const displayed = text.length > most ? text.slice(0, most).replace(/[\ud800-\udbff]$/, '') : text;
  const next = Math.min(text.length - most, STEP);
  return (
    <div className={layout('narrow block')}>
      <div className={look === 'prose' ? styles.prose : layout('code', styles.mono)}>
        {look === 'prompt' ? <PromptText text={displayed} /> : <VisibleText text={displayed} />}
        {displayed.length < text.length && '…'}
      </div>
      {next > 0 && (
        <ControlButton onClick={() => setMost(most + next)}>
          {most + next >= text.length
            ? `Show all ${formatCount(text.length)} characters`
            : `Show ${formatCount(next)} more of ${formatCount(text.length)} characters`}
        </ControlButton>
      )}
      {isLong && most > first && <ControlButton onClick={() => setMost(first)}>Show less</ControlButton>}
    </div>
  );
}

/** A prompt: text between its untrusted markers is highlighted, and the markers stay readable. */
function PromptText({ text }: { readonly text: string }) {
  return untrustedStretches(text).map((stretch, at) =>
    stretch.isUntrusted ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their place
      <div key={at} role="note" className={styles.untrustedStretch} aria-label="Untrusted part of the prompt">
        <VisibleText text={stretch.text} />
      </div>
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no identity but their place
      <VisibleText key={at} text={stretch.text} />
    ),
  );
}

/** Stretches put together are the text; the markers belong to the untrusted ones and stay to be seen. */
interface PromptStretch {
  readonly text: string;
  readonly isUntrusted: boolean;
}

/**
 * Splits a text at its markers. A marker that is never closed marks everything after it, and a closing one without an
 * opening before it marks itself: doubt is untrusted. Markers do not nest, the first closing one ends. O(length).
 */
export function untrustedStretches(text: string): readonly PromptStretch[] {
  const stretches: PromptStretch[] = [];
  const add = (from: number, to: number, isUntrusted: boolean) => {
    if (to > from) stretches.push({ text: text.slice(from, to), isUntrusted });
  };
  let from = 0;
  let opened: number | null = null;
  for (const found of text.matchAll(MARKER)) {
    const end = found.index + found[0].length;
    const closes = found[1] === '/';
    if (closes) {
      add(from, opened ?? found.index, false);
      add(opened ?? found.index, end, true);
      from = end;
      opened = null;
    } else opened ??= found.index;
  }
  add(from, opened ?? text.length, false);
  if (opened !== null) add(opened, text.length, true);
  return stretches;
}

interface SheetSectionProps {
  readonly title: string;
  /** Id of the title, for what it names. */
  readonly id?: string;
  readonly children: ReactNode;
}

/** A part of a sheet under a title. */
export function SheetSection({ title, id, children }: SheetSectionProps) {
  return (
    <div className={layout('grid narrow topRuled gap8', styles.part)}>
      <h4 id={id} className={layout('heading', styles.partTitle)}>
        {title}
      </h4>
      {children}
    </div>
  );
}

interface FoldedPartProps {
  readonly title: string;
  /** Text next to the title; empty for none. */
  readonly size: string;
  readonly open: boolean;
  readonly children: ReactNode;
}

/** A part under a title that folds it. What is folded is not drawn. */
export function FoldedPart({ title, size, open, children }: FoldedPartProps) {
  const [isOpen, setOpen] = useState(open);
  return (
    <div className={layout('grid narrow topRuled gap8', styles.part)}>
      <h4 className={layout('heading', styles.partTitle)}>
        <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={12} />
          <span>{title}</span>
          {size !== '' && <span className={layout.caption}>{size}</span>}
        </button>
      </h4>
      {isOpen && <div className={layout('grid narrow gap4', styles.partBody)}>{children}</div>}
    </div>
  );
}

/** "Show 100 more of 9,900"; nothing when all is displayed. */
export function MoreButton({ paged, noun }: { readonly paged: Paged; readonly noun: string }) {
  if (paged.left === 0) return null;
  const words = paged.next === paged.left ? '' : ` of ${formatCount(paged.left)}`;
  return (
    <ControlButton onClick={paged.showMore}>
      Show {formatCount(paged.next)} more{words} {noun}
    </ControlButton>
  );
}

type Paged = ReturnType<typeof usePaged<unknown>>;

/** Entries of a list that are drawn at once. */
const PAGE = 100;

/** A long list, a page at a time; `next` is how many the next page has, 0 at the end. */
export function usePaged<T>(list: readonly T[]) {
  const [count, setCount] = useState(PAGE);
  const left = Math.max(0, list.length - count);
  return {
    visible: list.length > count ? list.slice(0, count) : list,
    next: Math.min(PAGE, left),
    left,
    showMore: () => setCount(count + PAGE),
  };
}

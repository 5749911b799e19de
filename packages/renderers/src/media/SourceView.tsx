import { countOf, formatCount } from '@openwop-inspector/base';
import { Button, layout } from '@openwop-inspector/ui';
import { useMemo, useRef, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './source-view.module.css';

/** Bytes of a source that are read at most. */
export const MAX_SOURCE_BYTES = 1024 * 1024;

/** A longer line continues in the next row, so that one row is quickly rendered. In UTF-16 units. */
const MAX_ROW_UNITS = 400;

/** Height of a row; the style sheet has the same. In CSS pixels. */
const ROW = 18;
/** Rows rendered above and below the visible ones. */
const SPARE = 12;
/** Shown before anything was laid out. */
const FIRST_HEIGHT = 360;

/** The source of content that would run elsewhere: characters as they are, nothing decoded, nothing run (S-07). */
export function SourceView({ bytes }: { readonly bytes: Uint8Array }) {
  const services = useRenderServices();
  const { text, isCut } = useMemo(() => sourceText(bytes), [bytes]);
  const rows = useMemo(() => sourceRows(text), [text]);
  const lines = rows.findLast(({ line }) => line !== null)?.line ?? 0;
  return (
    <div className={layout('grid narrow crops framed roundedMore')}>
      <div className={styles.bar}>
        <span>
          {`Source as text, ${countOf(lines, 'line')}. None of it runs.`}
          {isCut ? ` The first ${formatCount(MAX_SOURCE_BYTES)} bytes are shown.` : ''}
        </span>
        <Button small onPress={() => void services.copyText(text, 'Source')}>
          Copy source
        </Button>
      </div>
      <Window text={text} rows={rows} digits={String(lines).length} />
    </div>
  );
}

interface WindowProps {
  readonly text: string;
  readonly rows: readonly SourceRow[];
  readonly digits: number;
}

/** Only the visible rows are in the document. */
function Window({ text, rows, digits }: WindowProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = scroller.current?.clientHeight || FIRST_HEIGHT;
  const first = Math.max(0, Math.floor(top / ROW) - SPARE);
  const displayed = rows.slice(first, Math.ceil((top + height) / ROW) + SPARE);
  const size = { height: rows.length * ROW, '--digits': digits };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset scrolls in no engine, and a landmark for each is too many
    <div
      role="group"
      ref={scroller}
      className={styles.scroller}
      aria-label="Source"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div className={styles.rows} style={size}>
        <div className={styles.shown} style={{ transform: `translateY(${first * ROW}px)` }}>
          {displayed.map(({ line, from, to }) => (
            <div key={from} className={styles.line}>
              <span className={styles.number}>{line ?? ''}</span>
              <code className={styles.text}>
                <VisibleText text={text.slice(from, to)} />
              </code>
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}

interface SourceText {
  readonly text: string;
  /** There is more than what is read here. */
  readonly isCut: boolean;
}

/** Decodes the beginning of a source as UTF-8, or as UTF-16 with a byte order mark. Bad bytes become U+FFFD. */
export function sourceText(bytes: Uint8Array): SourceText {
  const isCut = bytes.length > MAX_SOURCE_BYTES;
  const head = isCut ? bytes.subarray(0, MAX_SOURCE_BYTES) : bytes;
  const text = new TextDecoder(encodingOf(head)).decode(head, { stream: isCut });
  return { text, isCut };
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** One row: a line, or a part of a long one. */
interface SourceRow {
  /** From 1; null for a row that continues the line before it. */
  readonly line: number | null;
  /** UTF-16 offsets of the text, without the line's end. */
  readonly from: number;
  readonly to: number;
}

/** Rows of a text, by offsets; LF, CR LF and CR end a line. O(length), no copy of the text. */
export function sourceRows(text: string): readonly SourceRow[] {
  const rows: SourceRow[] = [];
  let line = 1;
  let start = 0;
  for (const end of text.matchAll(/\r\n|\n|\r/g)) {
    addLine(rows, text, line++, start, end.index);
    start = end.index + end[0].length;
  }
  addLine(rows, text, line, start, text.length);
  return rows;
}

function addLine(rows: SourceRow[], text: string, line: number, start: number, end: number): void {
  let from = start;
  do {
    const to = cutBefore(text, from, end);
    rows.push({ line: from === start ? line : null, from, to });
    from = to;
  } while (from < end);
}

/** Where the row that begins at `from` ends; never inside a pair of surrogates. */
function cutBefore(text: string, from: number, end: number): number {
  const to = Math.min(from + MAX_ROW_UNITS, end);
  const isHigh = to < end && (text.charCodeAt(to - 1) & 0xfc00) === 0xd800;
  return isHigh ? to - 1 : to;
}

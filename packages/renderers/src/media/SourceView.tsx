import { formatCount } from '@openwop-inspector/base';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { useMemo, useRef, useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { MAX_SOURCE_BYTES, type SourceRow, sourceRows, sourceText } from './source-lines.ts';
import styles from './source-view.module.css';

/** Height of a row; the style sheet has the same. In CSS pixels. */
const ROW = 18;
/** Rows drawn above and below what is in sight. */
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
    <div className={classNames(layout.grid, layout.narrow, layout.crops, layout.framed, layout.roundedMore)}>
      <div className={styles.bar}>
        <span>
          {`Source as text, ${formatCount(lines)} ${lines === 1 ? 'line' : 'lines'}. Nothing of it runs.`}
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

/** Only the rows in sight are in the document. */
function Window({ text, rows, digits }: WindowProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const height = scroller.current?.clientHeight || FIRST_HEIGHT;
  const first = Math.max(0, Math.floor(top / ROW) - SPARE);
  const shown = rows.slice(first, Math.ceil((top + height) / ROW) + SPARE);
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
          {shown.map(({ line, from, to }) => (
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

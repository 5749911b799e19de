import { formatCount, unreachable } from '@openwop-inspector/base';
import type { SheetPart, TableRow, ValuePart } from '@openwop-inspector/events';
import { classNames, layout } from '@openwop-inspector/ui';
import { type ReactNode, useId } from 'react';
import { TrustFrame } from '../../trust/TrustFrame.tsx';
import { FieldValue } from './FieldValue.tsx';
import { FoldedPart } from './FoldedPart.tsx';
import { FoldedText } from './FoldedText.tsx';
import { JsonBlock } from './JsonBlock.tsx';
import { LeftOutText } from './LeftOutText.tsx';
import { MoreButton } from './MoreButton.tsx';
import { QuestionList, SingleQuestion } from './QuestionList.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import { SentenceView } from './SentenceView.tsx';
import { Glyph } from './SheetGlyph.tsx';
import styles from './sheet.module.css';
import { useLeftOut, useSheetSubject } from './sheet-subject.ts';
import { usePaged } from './use-paged.ts';

type PartOf<K extends SheetPart['kind']> = Extract<SheetPart, { readonly kind: K }>;

/** One part of a sheet below its fields. */
export function PartView({ part }: { readonly part: SheetPart }) {
  switch (part.kind) {
    case 'value':
      return <ValuePartView part={part} />;
    case 'known':
      return (
        <FoldedPart title={part.title} size="" open={false}>
          <JsonBlock value={part.value} pointer={null} title={part.title} />
        </FoldedPart>
      );
    case 'question':
      return <SingleQuestion entry={part.entry} pointer={part.pointer} />;
    case 'form':
      return <FormPart part={part} />;
    case 'questions':
      return <QuestionList list={part.list} pointer={part.pointer} />;
    case 'table':
      return <SheetTable title={part.title} columns={part.columns} rows={part.rows} />;
    case 'share':
      return <ShareBar part={part} />;
    case 'notice':
      return (
        <p className={styles.notice} data-tone={part.tone}>
          <Glyph name={part.tone === 'warning' ? 'warning' : part.tone === 'error' ? 'failed' : 'note'} />
          <span>
            <SentenceView words={part.words} />
          </span>
        </p>
      );
    default:
      return unreachable(part);
  }
}

function ValuePartView({ part }: { readonly part: ValuePart }) {
  return (
    <FoldedPart title={part.title} size={sizeText(part.value)} open={part.open}>
      <OutsideFrame fromOutside={part.fromOutside}>
        <PartValue part={part} />
      </OutsideFrame>
    </FoldedPart>
  );
}

function PartValue({ part }: { readonly part: ValuePart }) {
  const { value, pointer, title, look } = part;
  const length = useLeftOut()(pointer);
  if (typeof value !== 'string') return <JsonBlock value={value} pointer={pointer} title={title} />;
  if (value === '' && length !== undefined)
    return <LeftOutText pointer={pointer} length={length} look={look} />;
  if (value === '') return <p className={layout.caption}>Empty text</p>;
  return <FoldedText text={value} look={look} />;
}

function sizeText(value: unknown): string {
  if (typeof value === 'string' && value.length > 80) return `${formatCount(value.length)} characters`;
  if (Array.isArray(value)) return `${formatCount(value.length)} ${value.length === 1 ? 'item' : 'items'}`;
  return '';
}

/** The form of an answer that cannot be given here. */
function FormPart({ part }: { readonly part: PartOf<'form'> }) {
  return (
    <FoldedPart title={part.title} size="" open>
      <SchemaForm schema={part.schema} label={part.title} pointer={part.pointer} />
      <p className={layout.caption}>
        An attached session has the form for the answer, in its tab Open interrupt.
      </p>
    </FoldedPart>
  );
}

/** How much of a limit was reached. The words say it all; the bar repeats them for the eye. */
function ShareBar({ part }: { readonly part: PartOf<'share'> }) {
  const most = Math.max(part.value, part.of, Number.MIN_VALUE);
  const percent = (amount: number) => `${Math.max(0, Math.min(100, (amount / most) * 100))}%`;
  return (
    <div className={styles.part}>
      <p className={classNames(layout.rowText, layout.primary)}>{part.words}</p>
      <div className={styles.share} aria-hidden="true">
        <div
          className={styles.shareFill}
          style={{ width: percent(part.value) }}
          data-over={part.value > part.of}
        />
        <div className={styles.shareLimit} style={{ insetInlineStart: percent(part.of) }} />
      </div>
    </div>
  );
}

interface OutsideFrameProps {
  readonly fromOutside: boolean;
  readonly children: ReactNode;
}

/**
 * Frames what came from outside while nothing says that it can be trusted: silence is not trust for the result of a
 * tool (security S-16). A subject marked untrusted has its frame around it already.
 */
function OutsideFrame({ fromOutside, children }: OutsideFrameProps) {
  const { trust } = useSheetSubject();
  const isFramed = fromOutside && trust.level === 'unmarked';
  if (!isFramed) return children;
  return <TrustFrame trust={{ level: 'untrusted', source: null }}>{children}</TrustFrame>;
}

interface SheetTableProps {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly TableRow[];
}

/** Entries of one form, a page at a time. Wraps its cells, so that it never scrolls sideways. */
function SheetTable({ title, columns, rows }: SheetTableProps) {
  const id = useId();
  const paged = usePaged(rows);
  return (
    <div className={styles.part}>
      <h4 id={id} className={styles.partTitle}>
        {title}
      </h4>
      <table className={layout.table} aria-labelledby={id}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {paged.shown.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no identity but their place
            <tr key={at}>
              {row.map((cell, column) => (
                <td key={columns[column] ?? column}>
                  <FieldValue value={cell.value} pointer={cell.pointer} title={columns[column] ?? title} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <MoreButton paged={paged} noun="rows" />
    </div>
  );
}

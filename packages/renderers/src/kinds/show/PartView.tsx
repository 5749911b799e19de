import {
  countOf,
  formatCount,
  isRecord,
  type JsonObject,
  member,
  ownString,
  unreachable,
} from '@openwop-inspector/base';
import type { SheetGlyph, SheetPart, TableRow, Tone, ValuePart } from '@openwop-inspector/events';
import { Icon, layout } from '@openwop-inspector/ui';
import { type ReactNode, useId } from 'react';
import { TrustFrame } from '../../trust/TrustFrame.tsx';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { FieldValue, SentenceView } from './FieldValue.tsx';
import { FoldedPart, FoldedText, MoreButton, SheetSection, usePaged } from './FoldedText.tsx';
import { JsonBlock } from './JsonBlock.tsx';
import { LeftOutText, SubjectText } from './LeftOutText.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import styles from './sheet.module.css';
import { useLeftOut, useSheetSubject } from './sheet-subject.tsx';

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
        <p className={layout('flex breaks gap8 topIcon', styles.notice, NOTICES[part.tone])}>
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

const QUIET = layout('chrome second');

const NOTICES: Record<Tone, string> = {
  plain: QUIET,
  ok: QUIET,
  note: layout('noteTint noteText', styles.toned),
  warning: layout('warnTint warnText', styles.toned),
  error: layout('errorTint errorText', styles.toned),
};

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
  if (typeof value === 'string') return <SubjectText text={value} pointer={pointer} look={look} />;
  return <JsonBlock value={value} pointer={pointer} title={title} />;
}

function sizeText(value: unknown): string {
  if (typeof value === 'string' && value.length > 80) return `${formatCount(value.length)} characters`;
  if (Array.isArray(value)) return countOf(value.length, 'item');
  return '';
}

/** The form of an answer that cannot be given here. */
function FormPart({ part }: { readonly part: PartOf<'form'> }) {
  return (
    <FoldedPart title={part.title} size="" open>
      <SchemaForm schema={part.schema} label={part.title} pointer={part.pointer} />
      <WhereToAnswer />
    </FoldedPart>
  );
}

function WhereToAnswer() {
  return (
    <p className={layout.caption}>
      An attached session has the form for the answer, in its tab Open interrupt.
    </p>
  );
}

/** How much of a limit was reached. The words say it all; the bar repeats them for the eye. */
function ShareBar({ part }: { readonly part: PartOf<'share'> }) {
  const most = Math.max(part.value, part.of, Number.MIN_VALUE);
  const percent = (amount: number) => `${Math.max(0, Math.min(100, (amount / most) * 100))}%`;
  return (
    <div className={layout('grid narrow topRuled gap8', styles.part)}>
      <p className={layout('rowText primary')}>{part.words}</p>
      <div className={layout('relative sunken rounded', styles.share)} aria-hidden="true">
        <div
          className={layout('full', styles.shareFill)}
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
    <SheetSection id={id} title={title}>
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
          {paged.visible.map((row, at) => (
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
    </SheetSection>
  );
}

interface QuestionListProps {
  /** The entries as recorded. */
  readonly list: readonly unknown[];
  readonly pointer: string;
}

/** Questions in their order, each with the form of its answer (envelope 4). */
function QuestionList({ list, pointer }: QuestionListProps) {
  const id = useId();
  const paged = usePaged(list);
  return (
    <SheetSection id={id} title="Questions">
      <ol className={layout('grid gap16', styles.questions)} aria-labelledby={id}>
        {paged.visible.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is what questions are known by
          <li key={at} className={layout('flex wrap baseline spread', styles.question)}>
            <Question entry={entry} pointer={`${pointer}/${at}`} />
          </li>
        ))}
      </ol>
      <MoreButton paged={paged} noun="questions" />
      <WhereToAnswer />
    </SheetSection>
  );
}

/** A single question, as one host writes it (run-events 3.3). */
function SingleQuestion({ entry, pointer }: QuestionProps) {
  return (
    <SheetSection title="Question">
      <Question entry={entry} pointer={pointer} />
      <WhereToAnswer />
    </SheetSection>
  );
}

interface QuestionProps {
  readonly entry: unknown;
  readonly pointer: string;
}

function Question({ entry, pointer }: QuestionProps) {
  const { id, question, schema, context, more } = readQuestion(entry);
  if (question === null) {
    return (
      <>
        <p className={layout.caption}>This entry is not a question: it has no text.</p>
        <JsonBlock value={entry} pointer={pointer} title="Entry" />
      </>
    );
  }
  return (
    <>
      <div className={layout('flex wrap baseline spread', styles.question)}>
        <QuestionText text={question} pointer={`${pointer}/question`} />
        {id !== null && (
          <code className={layout('breaks third')}>
            <VisibleText text={id.slice(0, 160)} />
          </code>
        )}
      </div>
      <SchemaForm
        schema={schema}
        label={`Answer to ${question.slice(0, 120)}`}
        pointer={`${pointer}/schema`}
      />
      {context !== undefined && (
        <FoldedPart title="Context" size="" open={false}>
          <JsonBlock value={context} pointer={`${pointer}/context`} title="Context" />
        </FoldedPart>
      )}
      {more !== null && (
        <FoldedPart title="Other fields of the question" size="" open={false}>
          <JsonBlock value={more} pointer={pointer} title="Question" />
        </FoldedPart>
      )}
    </>
  );
}

function QuestionText({ text, pointer }: { readonly text: string; readonly pointer: string }) {
  const length = useLeftOut().get(pointer);
  if (text !== '' || length === undefined) return <FoldedText text={text} look="prose" />;
  return <LeftOutText pointer={pointer} length={length} look="prose" />;
}

/** Questions of clarifications, from envelopes, interrupts and events alike (envelope 4, run-events 3.3). */
interface SheetQuestion {
  readonly id: string | null;
  /** Null when the entry has no text; it is then displayed as JSON. */
  readonly question: string | null;
  /** Undefined when there is none; null counts as none (envelope 5.1). */
  readonly schema: unknown;
  readonly context: unknown;
  /** Members that a question does not have; null when there are none. */
  readonly more: JsonObject | null;
}

const KNOWN: ReadonlySet<string> = new Set(['id', 'question', 'schema', 'context']);

/** Reads one entry of a list of questions. Never throws. */
function readQuestion(entry: unknown): SheetQuestion {
  const more = isRecord(entry) ? Object.entries(entry).filter(([key]) => !KNOWN.has(key)) : [];
  return {
    id: ownString(entry, 'id'),
    question: ownString(entry, 'question'),
    schema: member(entry, 'schema') ?? undefined,
    context: member(entry, 'context') ?? undefined,
    // `fromEntries` defines members, it never assigns: `__proto__` stays a name.
    more: more.length === 0 ? null : Object.fromEntries(more),
  };
}

/** The glyph of a sheet. Always used with text. */
export function Glyph({ name }: { readonly name: SheetGlyph }) {
  return <Icon name={name === 'cancelled' ? 'runCancelled' : name === 'skipped' ? 'nodeSkipped' : name} />;
}

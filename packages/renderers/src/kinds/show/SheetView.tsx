import {
  countOf,
  cutText,
  formatCount,
  isRecord,
  member,
  ownString,
  unreachable,
} from '@openwop-inspector/base';
import type { Sheet, SheetGlyph, SheetPart, Tone } from '@openwop-inspector/events';
import { classNames, Icon, layout, TableHead, tones } from '@openwop-inspector/ui';
import { type ReactNode, useId } from 'react';
import type { ShowProps } from '../../contract/renderer.ts';
import { TrustFrame } from '../../trust/TrustFrame.tsx';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { FieldValue, type FieldValueProps, JsonBlock, SentenceView } from './FieldValue.tsx';
import { FoldedPart, FoldedText, MoreButton, SheetSection, usePaged } from './FoldedText.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import styles from './sheet.module.css';
import {
  LeftOutText,
  SheetSubjectProvider,
  SubjectText,
  useLeftOut,
  useSheetSubject,
} from './sheet-subject.tsx';

/** One kind or event: what happened in a sentence, then its fields, then what needs room. */
export function SheetView({ view, subject }: ShowProps<Sheet>) {
  const { lead, absent, fields, parts } = view;
  return (
    <SheetSubjectProvider subject={subject}>
      <article key={subject.key} className={layout('grid container selectable rowText gap12 pad12x16')}>
        <p className={layout('flex wrap baseline body gap4x8')}>
          <span className={classNames(styles.badge, lead.tone !== 'plain' && tones[lead.tone])}>
            <Glyph name={lead.glyph} />
            {lead.badge}
          </span>
          <span className={layout('narrow breaks grow160')}>
            <SentenceView words={lead.words} />
          </span>
        </p>
        {absent !== null && (
          <p className={layout.caption}>
            {absent === 'null' ? 'The host recorded no payload.' : 'The host recorded an empty payload.'}
          </p>
        )}
        {fields.length > 0 && (
          <dl className={layout('grid gap2')}>
            {fields.map(({ label, ...field }) => (
              <Field
                key={`${label} ${field.pointer}`}
                look={layout('second breaks')}
                label={label}
                {...field}
                title={label}
              />
            ))}
          </dl>
        )}
        {parts.map((part, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one sheet stay in place
          <PartView key={at} part={part} />
        ))}
        {view.other.length > 0 && <OtherFields sheet={view} />}
      </article>
    </SheetSubjectProvider>
  );
}

interface FieldProps extends FieldValueProps {
  readonly label: ReactNode;
  /** Classes of the label. */
  readonly look: string;
}

function Field({ label, look, ...value }: FieldProps) {
  return (
    <div className={layout('grid baseline', styles.field)}>
      <dt className={look}>{label}</dt>
      <dd className={layout.narrow}>
        <FieldValue {...value} />
      </dd>
    </div>
  );
}

/** Members that nothing above shows, under their own names. Where there is nothing above, they need no title. */
function OtherFields({ sheet: { fields, parts, other } }: { readonly sheet: Sheet }) {
  const paged = usePaged(other);
  const list = (
    <>
      <dl className={layout('grid gap2')}>
        {paged.visible.map(({ name, ...field }) => (
          <Field
            key={field.pointer}
            look={layout('code second breaks')}
            label={<VisibleText text={cutText(name, 200)} />}
            {...field}
            title={name.slice(0, 80)}
          />
        ))}
      </dl>
      <MoreButton paged={paged} noun="fields" />
    </>
  );
  return fields.length + parts.length === 0 ? list : <SheetSection title="Other fields">{list}</SheetSection>;
}

type PartOf<K extends SheetPart['kind']> = Extract<SheetPart, { readonly kind: K }>;

/** One part of a sheet below its fields. */
export function PartView({ part }: { readonly part: SheetPart }) {
  switch (part.kind) {
    case 'value':
      return (
        <FoldedPart title={part.title} size={sizeText(part.value)} open={part.open}>
          <PartValue {...part} />
        </FoldedPart>
      );
    case 'known':
      return (
        <FoldedPart title={part.title} size="" open={false}>
          <JsonBlock value={part.value} pointer={null} title={part.title} />
        </FoldedPart>
      );
    case 'question':
      return (
        <SheetSection title="Question">
          <Question entry={part.entry} pointer={part.pointer} />
          <WhereToAnswer />
        </SheetSection>
      );
    case 'form':
      return (
        <FoldedPart title={part.title} size="" open>
          <SchemaForm schema={part.schema} label={part.title} pointer={part.pointer} />
          <WhereToAnswer />
        </FoldedPart>
      );
    case 'questions':
      return <QuestionList {...part} />;
    case 'table':
      return <SheetTable {...part} />;
    case 'share':
      return <ShareBar {...part} />;
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

/**
 * A value, in a frame where it came from outside and nothing says that it can be trusted: silence is not trust for the
 * result of a tool (security S-16). A subject marked untrusted has its frame around it already.
 */
function PartValue({ value, pointer, title, look, fromOutside }: PartOf<'value'>) {
  const { trust } = useSheetSubject();
  const content =
    typeof value === 'string' ? (
      <SubjectText text={value} pointer={pointer} look={look} />
    ) : (
      <JsonBlock value={value} pointer={pointer} title={title} />
    );
  if (!fromOutside || trust.level !== 'unmarked') return content;
  return <TrustFrame trust={{ level: 'untrusted', source: null }}>{content}</TrustFrame>;
}

function sizeText(value: unknown): string {
  if (typeof value === 'string' && value.length > 80) return `${formatCount(value.length)} characters`;
  if (Array.isArray(value)) return countOf(value.length, 'item');
  return '';
}

function WhereToAnswer() {
  return (
    <p className={layout.caption}>
      An attached session has the form for the answer, in its tab Open interrupt.
    </p>
  );
}

/** How much of a limit was reached. The words say it all; the bar repeats them for the eye. */
function ShareBar({ value, of, words }: PartOf<'share'>) {
  const most = Math.max(value, of, Number.MIN_VALUE);
  const percent = (amount: number) => `${Math.max(0, Math.min(100, (amount / most) * 100))}%`;
  return (
    <div className={layout('grid narrow topRuled gap8', styles.part)}>
      <p className={layout('rowText primary')}>{words}</p>
      <div className={layout('relative sunken rounded high8')} aria-hidden="true">
        <div
          className={layout('full', styles.shareFill)}
          style={{ width: percent(value) }}
          data-over={value > of}
        />
        <div className={styles.shareLimit} style={{ insetInlineStart: percent(of) }} />
      </div>
    </div>
  );
}

/** Entries of one form, a page at a time. Wraps its cells, so that it never scrolls sideways. */
function SheetTable({ title, columns, rows }: PartOf<'table'>) {
  const id = useId();
  const paged = usePaged(rows);
  return (
    <SheetSection id={id} title={title}>
      <table className={layout.table} aria-labelledby={id}>
        <TableHead names={columns} />
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

/** Questions in their order, each with the form of its answer (envelope 4). */
function QuestionList({ list, pointer }: PartOf<'questions'>) {
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

const KNOWN: ReadonlySet<string> = new Set(['id', 'question', 'schema', 'context']);

/** One question, from envelopes, interrupts and events alike (envelope 4, run-events 3.3). An entry without text is JSON. */
function Question({ entry, pointer }: Pick<PartOf<'question'>, 'entry' | 'pointer'>) {
  const id = ownString(entry, 'id');
  const question = ownString(entry, 'question');
  const leftOut = useLeftOut().get(`${pointer}/question`);
  if (question === null) {
    return (
      <>
        <p className={layout.caption}>This entry is not a question: it has no text.</p>
        <JsonBlock value={entry} pointer={pointer} title="Entry" />
      </>
    );
  }
  // Null counts as none (envelope 5.1).
  const context = member(entry, 'context') ?? undefined;
  const more = isRecord(entry) ? Object.entries(entry).filter(([key]) => !KNOWN.has(key)) : [];
  return (
    <>
      <div className={layout('flex wrap baseline spread', styles.question)}>
        {question !== '' || leftOut === undefined ? (
          <FoldedText text={question} look="prose" />
        ) : (
          <LeftOutText pointer={`${pointer}/question`} length={leftOut} look="prose" />
        )}
        {id !== null && <VisibleText as="code" className={layout('breaks third')} text={id.slice(0, 160)} />}
      </div>
      <SchemaForm
        schema={member(entry, 'schema') ?? undefined}
        label={`Answer to ${question.slice(0, 120)}`}
        pointer={`${pointer}/schema`}
      />
      {context !== undefined && (
        <FoldedPart title="Context" size="" open={false}>
          <JsonBlock value={context} pointer={`${pointer}/context`} title="Context" />
        </FoldedPart>
      )}
      {more.length > 0 && (
        <FoldedPart title="Other fields of the question" size="" open={false}>
          {/* `fromEntries` defines members, it never assigns: `__proto__` stays a name. */}
          <JsonBlock value={Object.fromEntries(more)} pointer={pointer} title="Question" />
        </FoldedPart>
      )}
    </>
  );
}

/** The glyph of a sheet. Always used with text. */
export function Glyph({ name }: { readonly name: SheetGlyph }) {
  return <Icon name={name === 'cancelled' ? 'runCancelled' : name === 'skipped' ? 'nodeSkipped' : name} />;
}

import { isRecord, type JsonObject, member, ownString } from '@openwop-inspector/base';
import { classNames, layout } from '@openwop-inspector/ui';
import { useId } from 'react';
import { VisibleText } from '../../visible-text/VisibleText.tsx';
import { FoldedPart } from './FoldedPart.tsx';
import { FoldedText } from './FoldedText.tsx';
import { JsonBlock } from './JsonBlock.tsx';
import { LeftOutText } from './LeftOutText.tsx';
import { MoreButton } from './MoreButton.tsx';
import { SchemaForm } from './SchemaForm.tsx';
import styles from './sheet.module.css';
import { useLeftOut } from './sheet-subject.ts';
import { usePaged } from './use-paged.ts';

export interface QuestionListProps {
  /** The entries as recorded. */
  readonly list: readonly unknown[];
  readonly pointer: string;
}

/** Questions in their order, each with the form of its answer (envelope 4). */
export function QuestionList({ list, pointer }: QuestionListProps) {
  const id = useId();
  const paged = usePaged(list);
  return (
    <div className={styles.part}>
      <h4 id={id} className={styles.partTitle}>
        Questions
      </h4>
      <ol className={styles.questions} aria-labelledby={id}>
        {paged.shown.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: their order is what questions are known by
          <li key={at} className={styles.question}>
            <Question entry={entry} pointer={`${pointer}/${at}`} />
          </li>
        ))}
      </ol>
      <MoreButton paged={paged} noun="questions" />
      <p className={layout.caption}>
        An attached session has the form for the answer, in its tab Open interrupt.
      </p>
    </div>
  );
}

/** A single question, as one host writes it (run-events 3.3). */
export function SingleQuestion({ entry, pointer }: QuestionProps) {
  return (
    <div className={styles.part}>
      <h4 className={styles.partTitle}>Question</h4>
      <Question entry={entry} pointer={pointer} />
      <p className={layout.caption}>
        An attached session has the form for the answer, in its tab Open interrupt.
      </p>
    </div>
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
      <div className={styles.asked}>
        <QuestionText text={question} pointer={`${pointer}/question`} />
        {id !== null && (
          <code className={classNames(layout.breaks, layout.third)}>
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
  const length = useLeftOut()(pointer);
  if (text !== '' || length === undefined) return <FoldedText text={text} look="prose" />;
  return <LeftOutText pointer={pointer} length={length} look="prose" />;
}

/** Questions of clarifications, from envelopes, interrupts and events alike (envelope 4, run-events 3.3). */
export interface SheetQuestion {
  readonly id: string | null;
  /** Null when the entry has no text; it is then shown as JSON. */
  readonly question: string | null;
  /** Undefined when there is none; null counts as none (envelope 5.1). */
  readonly schema: unknown;
  readonly context: unknown;
  /** Members that a question does not have; null when there are none. */
  readonly more: JsonObject | null;
}

const KNOWN: ReadonlySet<string> = new Set(['id', 'question', 'schema', 'context']);

/** Reads one entry of a list of questions. Never throws. */
export function readQuestion(entry: unknown): SheetQuestion {
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

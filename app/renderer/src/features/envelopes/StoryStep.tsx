import { countOf, formatCount, masker } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import type { EnvelopeAttempt, LogicalEnvelope } from '@openwop-inspector/run-log';
import { Badge, CopyButton, Fact, Facts, Icon, layout, TableHead, tones } from '@openwop-inspector/ui';
import type { RunAnswer } from '../../acceptor-worker/run-jobs.ts';
import { ValueTable } from '../../shared/ComparedPair.tsx';
import { TextFact } from '../../shared/Fold.tsx';
import { PatchSteps } from '../../shared/Name.tsx';
import type { TextChange } from '../../worker/attempt-jobs.ts';
import { lineInText } from '../acceptor/outcome-text.ts';
import { type AttemptDetails, budgetRows, decidingRow, inputText, inputTitle } from './attempt-story.ts';
import styles from './Envelopes.module.css';
import { attemptForm, retryReason } from './envelope-text.ts';

/** An attempt at an envelope of a session. */
export interface AttemptProps {
  readonly sessionId: string;
  readonly envelope: LogicalEnvelope;
  readonly attempt: EnvelopeAttempt;
}

/** One attempt: changes before it, budgets, why it did not pass, a repair, its outcome. */
export function StoryStep({ details }: { readonly details: AttemptDetails }) {
  const { attempt, change, sharesEvent, log, answer } = details;
  const { icon, tone, word } = attemptForm(attempt);
  return (
    <li className={layout('grid gap6')} aria-label={`Attempt ${attempt.number}`}>
      {change === null ? null : (
        <section
          className={layout('grid sunken gap4 pad6x8')}
          aria-label={`What changed before attempt ${attempt.number}`}
        >
          {change.inputs.map((input) => (
            <div key={input.sort}>
              <p className={layout.breaks}>
                <b>{inputTitle(input.sort)}</b>: {inputText(input, attempt.number)}
              </p>
              {input.texts.map((text) => (
                <ChangedText key={text.pointer} text={text} />
              ))}
              {input.values.length === 0 ? null : (
                <ValueTable label="Values that changed" a="before" b="after" values={input.values} />
              )}
            </div>
          ))}
        </section>
      )}
      {sharesEvent ? (
        <p className={layout.second}>
          The new input of the model is unknown: one event reports attempts {attempt.number - 1} and{' '}
          {attempt.number}.
        </p>
      ) : null}
      <h3 className={layout('row gap6 strong')}>
        Attempt {attempt.number}{' '}
        <Badge tone={tone} icon={icon}>
          {word}
        </Badge>
      </h3>
      <Reason details={details} />
      {log === null ? null : <Budgets rows={budgetRows(log, answer?.result ?? null)} />}
      <Repair details={details} />
      {attempt.retry === null ? null : (
        <p className={layout.second}>
          It was tried again for <b>{retryReason(attempt.retry)}</b>
          {attempt.retry.note === '' ? '' : ': '}
          <VisibleText text={attempt.retry.note} />
        </p>
      )}
    </li>
  );
}

function Reason({ details: { attempt, answer, missing } }: { readonly details: AttemptDetails }) {
  const row = decidingRow(answer?.result ?? null);
  const recorded = !isFailed(attempt) ? null : attempt.note === '' ? attempt.code : attempt.note;
  return (
    <>
      {recorded === null ? null : (
        <p className={layout.breaks}>
          The host recorded: <VisibleText text={recorded} />
        </p>
      )}
      {missing !== null ? (
        <p className={layout.second}>
          No result of the acceptor: <VisibleText text={missing.note} />.
        </p>
      ) : row !== null ? (
        <p className={layout.breaks}>
          The acceptor refuses it: <VisibleText text={violationText(answer, row.note)} />{' '}
          <Clause clause={row.clause} />
        </p>
      ) : (
        <p className={layout.second}>
          The acceptor has nothing against it, by what the log holds of host and schema.
        </p>
      )}
    </>
  );
}

/** The first violations with their positions; the words of the step where it has none. */
function violationText(answer: RunAnswer | null, note: string): string {
  const all = answer?.violations ?? [];
  if (all.length === 0) return note;
  const reported = all.slice(0, 3).map(({ pointer, message }) => `${pointer} ${message}`.trimStart());
  const left = all.length - reported.length;
  return `${reported.join('; ')}${left > 0 ? `; and ${countOf(left, 'violation')} more` : ''}`;
}

function Budgets({ rows }: { readonly rows: ReturnType<typeof budgetRows> }) {
  return (
    <table className={layout('table compared')} aria-label="Budgets">
      <TableHead names={['budget', 'before', 'after', 'limit', 'source']} />
      <tbody>
        {rows.map(({ name, before, after, limit, note }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{before}</td>
            <td>{after}</td>
            <td>{limit}</td>
            <VisibleText as="td" className={layout.third} text={note} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The smallest verified repair; a note for a refused attempt that has none. */
function Repair({ details: { answer } }: { readonly details: AttemptDetails }) {
  if (answer === null || decidingRow(answer.result) === null) return null;
  if (answer.repair === null)
    return <p className={layout.second}>No change of the envelope alone would have made it pass.</p>;
  const { patch, outcome } = answer.repair;
  return (
    <>
      <p className={layout('inlineRow gap6')}>
        <Icon name="repair" className={tones.ok} /> With this it would have been {lineInText(outcome)}:
      </p>
      <PatchSteps patch={patch} />
    </>
  );
}

const PIECES = {
  added: { tag: 'ins', tint: layout.okTint },
  removed: { tag: 'del', tint: layout.errorTint },
  same: { tag: 'span', tint: undefined },
} as const;

/** Removed and added words are distinguished by their element, which is read out, by a line and a colour. */
function ChangedText({ text: { pointer, pieces } }: { readonly text: TextChange }) {
  return (
    <div>
      <code className={layout.third}>{pointer}</code>
      <p className={layout('code breaks lines marginY2')}>
        {pieces.map(({ kind, text, leftOut }, at) => {
          const { tag: Tag, tint } = PIECES[kind];
          const title = leftOut === 0 ? undefined : `${formatCount(leftOut)} characters are the same`;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place
            <Tag key={at} className={tint} title={kind === 'same' ? title : undefined}>
              <VisibleText text={text} />
            </Tag>
          );
        })}
      </p>
    </div>
  );
}

/** Whether there is a reason to display. */
export function isFailed({ state }: EnvelopeAttempt): boolean {
  return ['gated', 'invalid', 'breached', 'refused', 'truncated'].includes(state);
}

/** The attempt, and all recorded reasons if it was not accepted. */
export function AttemptFacts({ attempt }: { readonly attempt: EnvelopeAttempt }) {
  const { number, note, code, pointer } = attempt;
  return (
    <>
      <p className={layout('flex strong gap8 baseline pad8x16x0')}>
        Attempt {number} <span className={layout.caption}>{attemptForm(attempt).word.toLowerCase()}</span>
      </p>
      {!isFailed(attempt) || (note === '' && code === null && pointer === null) ? null : (
        <Facts className={layout('grid gap2x8', styles.attemptFacts)}>
          <TextFact name="why" text={note === '' ? null : note} />
          <TextFact name="code" text={code} isCode />
          {pointer === null ? null : (
            <Fact name="where">
              <VisibleText as="code" text={pointer === '' ? 'the payload as a whole' : pointer} />
              <CopyButton label="Copy pointer" text={masker.text(pointer)} iconOnly small />
            </Fact>
          )}
        </Facts>
      )}
    </>
  );
}

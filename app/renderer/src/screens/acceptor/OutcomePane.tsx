import type {
  AcceptContext,
  AcceptResult,
  ComparisonRow,
  HostAnswer,
  Secret,
} from '@openwop-inspector/acceptor-core';
import { countOf, masker } from '@openwop-inspector/base';
import { type Known, reasonsText, type UnknownReasons, warningInfo } from '@openwop-inspector/protocol';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Button, CopyButton, classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import type { RunAnswer, TriedRepair } from '../../acceptor-worker/run-jobs.ts';
import { keysOf } from '../../commands/commands.ts';
import { lineInText, outcomeForm, outcomeSentence } from '../../model/outcome-text.ts';
import { Breakable, Name } from '../../ui/Name.tsx';
import { PatchSteps } from '../../ui/PatchSteps.tsx';
import { ContextSummary } from './ContextSummary.tsx';
import styles from './Outcome.module.css';
import { RecordedEvents } from './RecordedEvents.tsx';
import { Violations } from './Violations.tsx';

export interface OutcomePaneProps {
  readonly answer: RunAnswer;
  /** Input of the answer. */
  readonly context: AcceptContext;
  readonly secrets: readonly Secret[];
  /** Null when the log contains no verdict of the host. */
  readonly hostRows: Known<readonly ComparisonRow[]> | null;
  /** The log's result for its host; null for an envelope that was changed since, which the host never received. */
  readonly hostAnswer: HostAnswer | null;
  readonly hostWords: string;
  readonly onApply: () => void;
  readonly onEditContext: () => void;
}

/** View: the outcome of the envelope, and its consequences. */
export function OutcomePane(props: OutcomePaneProps) {
  const { answer, context, secrets, hostRows, hostWords } = props;
  const { result, repair } = answer;
  const warnings = [...answer.textWarnings, ...result.warnings];
  return (
    <div className={layout('full scrolls')}>
      <Sentence answer={answer} context={context} />
      <Violations violations={answer.violations} />
      {repair === null ? null : <Repair repair={repair} onApply={props.onApply} />}
      <RecordedEvents result={result} />
      {hostRows === null ? null : hostRows.known ? (
        <HostDifference rows={hostRows.value} answer={props.hostAnswer} words={hostWords} />
      ) : (
        <NotCompared reasons={hostRows.reasons} words={hostWords} />
      )}
      {warnings.length === 0 ? null : (
        <section className={styles.section} aria-label="Warnings">
          <header className={layout('row wrap', styles.head)}>
            <h3>Warnings</h3>
            <span className={layout('caption breaks')}>tolerated, worth a look</span>
          </header>
          <ul className={styles.warnings}>
            {warnings.map((warning) => (
              <li key={`${warning.code} ${warning.pointer ?? ''} ${warning.message}`}>
                <Icon name="warning" className={classNames(tones.warn)} />
                <span>
                  <code>{warning.code}</code> <VisibleText text={warning.message} />{' '}
                  <span className={layout.third}>
                    <Clause clause={warningInfo(warning.code).clause} />
                  </span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {result.notes.length === 0 ? null : <Notes notes={result.notes} />}
      <ContextSummary answer={answer} context={context} secrets={secrets} onEdit={props.onEditContext} />
    </div>
  );
}

function Notes({ notes }: Pick<AcceptResult, 'notes'>) {
  return (
    <section className={styles.section} aria-label="Notes">
      <header className={layout('row wrap', styles.head)}>
        <h3>Notes</h3>
        <span className={layout('caption breaks')}>other validators decide otherwise</span>
      </header>
      <ul className={styles.warnings}>
        {notes.map(({ pointer, message, clause }) => (
          <li key={pointer}>
            <Icon name="note" className={classNames(tones.note)} />
            <span>
              <code>
                <VisibleText text={pointer} />
              </code>{' '}
              <VisibleText text={message} />{' '}
              <span className={layout.third}>
                <Clause clause={clause} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Sentence({ answer, context }: Pick<OutcomePaneProps, 'answer' | 'context'>) {
  const { result } = answer;
  const { icon, tone, title } = outcomeForm(result);
  return (
    <section className={styles.outcome} aria-label="Outcome">
      <h3>
        <Icon name={icon} size={18} className={classNames(tones[tone])} />
        {title}
        {result.code === null ? null : <Name text={result.code} />}
      </h3>
      <p className={layout('words breaks', styles.prose)}>
        {outcomeSentence(answer, context).map((piece, at) => {
          // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one sentence have no other identity
          if (typeof piece === 'string') return <VisibleText key={at} text={piece} />;
          if ('code' in piece) return <code key={at}>{piece.code}</code>;
          return <b key={at}>{piece.strong}</b>;
          // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
        })}
      </p>
    </section>
  );
}

function Repair({ repair, onApply }: { readonly repair: TriedRepair; readonly onApply: () => void }) {
  const { patch, reasons, outcome } = repair;
  const isAccepted = outcome.status === 'accepted';
  return (
    <section className={styles.section} aria-label="Smallest repair">
      <header className={layout('row wrap', styles.head)}>
        <h3>
          <Icon name="repair" /> Smallest repair
        </h3>
        <span className={layout('caption breaks')}>{countOf(patch.length, 'step')}, tried</span>
        <span className={layout('flex toEnd gap6')}>
          <CopyButton small label="Copy patch" text={masker.json(JSON.stringify(patch, null, 2)).text} />
          <Button small look="primary" onPress={onApply} keys={keysOf('bench-apply')}>
            Apply
          </Button>
        </span>
      </header>
      <PatchSteps patch={patch} />
      <p className={layout('rowTop second gap6', styles.hint)}>
        <Icon name={isAccepted ? 'wouldPass' : 'note'} className={classNames(isAccepted && tones.ok)} />
        <span>
          With this patch: <b>{lineInText(outcome)}</b>.{' '}
          <VisibleText text={`${upperFirst(reasons.join(', then '))}.`} />
        </span>
      </p>
    </section>
  );
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The host's record is irrelevant for an envelope that was not decided here. */
function NotCompared({ reasons, words }: { readonly reasons: UnknownReasons; readonly words: string }) {
  return (
    <section className={styles.section} aria-label="Compared with the host">
      <header className={layout('row wrap', styles.head)}>
        <h3>
          <Icon name="stop" className={classNames(tones.warn)} /> Not comparable with the host
        </h3>
        <span className={layout('caption breaks')}>{words}</span>
      </header>
      <p className={layout('words breaks', styles.prose)}>
        Our check was stopped: <VisibleText text={`${reasonsText(reasons)}.`} />
      </p>
    </section>
  );
}

const ANSWERS: Readonly<Record<HostAnswer['kind'], string>> = {
  agrees: 'The host agrees',
  deviates: 'The host deviates',
  'not-reconstructable': 'Not reconstructable whether the host agrees',
};

function HostDifference({
  rows,
  answer,
  words,
}: {
  readonly rows: readonly ComparisonRow[];
  readonly answer: HostAnswer | null;
  readonly words: string;
}) {
  const differs = rows.some(({ same }) => !same);
  const missing = answer?.kind === 'not-reconstructable' ? answer.missing : [];
  return (
    <section className={styles.section} aria-label="Compared with the host">
      <header className={layout('row wrap', styles.head)}>
        <h3>
          {answer !== null
            ? ANSWERS[answer.kind]
            : differs
              ? 'Differs from the host'
              : 'The host did the same'}
        </h3>
        <span className={layout('caption breaks')}>{words}</span>
      </header>
      {missing.length === 0 ? null : (
        <ul className={styles.warnings} aria-label="Not in the log">
          {missing.map(({ what, record }) => (
            <li key={what}>
              <Icon name="warning" className={classNames(tones.warn)} />
              <span>
                <VisibleText text={what} />
                {record === '' ? null : (
                  <span className={layout.third}>
                    {' needs '}
                    <VisibleText text={record} />
                  </span>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <table className={layout.table}>
        <thead>
          <tr>
            <th scope="col">what</th>
            <th scope="col">here</th>
            <th scope="col">host</th>
            <th scope="col">why</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, here, host, same, rule, note }) => (
            <tr key={what}>
              <td className={layout('second', styles.what)}>
                <Breakable text={what} />
              </td>
              <td>
                <Name text={here} />
              </td>
              <td>
                <Name text={host} />
              </td>
              <td>
                <span className={layout('inlineRow nowrap gap5', same ? tones.ok : tones.warn)}>
                  <Icon name={same ? 'same' : 'differs'} size={12} />
                  {same ? 'same' : 'differs'}
                </span>{' '}
                <span className={layout.third}>
                  {rule}
                  {note === undefined ? null : <Clause clause={` ${note}`} />}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

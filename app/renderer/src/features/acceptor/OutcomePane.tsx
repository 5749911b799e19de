import type {
  AcceptContext,
  ComparisonRow,
  HostAnswer,
  PlacedViolation,
  Secret,
} from '@openwop-inspector/acceptor-core';
import { capital, countOf, masker } from '@openwop-inspector/base';
import { type Known, reasonsText, type UnknownReasons, warningInfo } from '@openwop-inspector/protocol';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import {
  Button,
  CopyButton,
  classNames,
  Fact,
  Facts,
  Icon,
  layout,
  TableHead,
  tones,
} from '@openwop-inspector/ui';
import type { RunAnswer, TriedRepair } from '../../acceptor-worker/run-jobs.ts';
import { keysOf } from '../../commands/commands.ts';
import { Breakable, Name, PatchSteps } from '../../shared/Name.tsx';
import styles from './Acceptor.module.css';
import { BenchSection, Remarks, ResultHead } from './BenchPaneFrame.tsx';
import { applyRepair, showPane } from './bench-store.ts';
import {
  lineInText,
  type MeterReading,
  meterReadings,
  outcomeForm,
  outcomeSentence,
} from './outcome-text.ts';
import { RecordedEvents } from './TurnResult.tsx';

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
  readonly benchId: string;
}

/** View: the outcome of the envelope, and its consequences. */
export function OutcomePane(props: OutcomePaneProps) {
  const { benchId, answer, context, hostRows, hostWords } = props;
  const { result, repair } = answer;
  const notes = result.notes.map(({ pointer: name, message: text, clause }) => ({ name, text, clause }));
  const all = [...answer.textWarnings, ...result.warnings];
  const warnings = all.map(({ code, message: text }) => ({
    name: code,
    text,
    clause: warningInfo(code).clause,
  }));
  return (
    <div className={layout('full scrolls')}>
      <Sentence answer={answer} context={context} />
      {answer.violations.length === 0 ? null : <Violations violations={answer.violations} />}
      {repair === null ? null : <Repair repair={repair} benchId={benchId} />}
      <RecordedEvents events={result.events} />
      {hostRows === null ? null : hostRows.known ? (
        <HostDifference rows={hostRows.value} answer={props.hostAnswer} words={hostWords} />
      ) : (
        <NotCompared reasons={hostRows.reasons} words={hostWords} />
      )}
      {warnings.length === 0 ? null : (
        <BenchSection title="Warnings" note="tolerated, worth a look">
          <Remarks icon="warning" of={warnings} />
        </BenchSection>
      )}
      {notes.length === 0 ? null : (
        <BenchSection title="Notes" note="other validators decide otherwise">
          <Remarks icon="note" of={notes} />
        </BenchSection>
      )}
      <ContextSummary {...props} />
    </div>
  );
}

function Sentence({ answer, context }: Pick<OutcomePaneProps, 'answer' | 'context'>) {
  const { result } = answer;
  const { icon, tone, title } = outcomeForm(result);
  return (
    <ResultHead label="Outcome" icon={icon} tone={tone} title={title} code={result.code}>
      <p className={layout('words breaks prose marginTop4')}>
        {outcomeSentence(answer, context).map((piece, at) => {
          // biome-ignore-start lint/suspicious/noArrayIndexKey: parts of one sentence have no other identity
          if (typeof piece === 'string') return <VisibleText key={at} text={piece} />;
          if ('code' in piece) return <code key={at}>{piece.code}</code>;
          return <b key={at}>{piece.strong}</b>;
          // biome-ignore-end lint/suspicious/noArrayIndexKey: see above
        })}
      </p>
    </ResultHead>
  );
}

function Repair({ repair, benchId }: { readonly repair: TriedRepair; readonly benchId: string }) {
  const { patch, reasons, outcome } = repair;
  const isAccepted = outcome.status === 'accepted';
  return (
    <BenchSection
      icon={<Icon name="repair" />}
      title="Smallest repair"
      note={<>{countOf(patch.length, 'step')}, tried</>}
      tools={
        <>
          <CopyButton small label="Copy patch" text={masker.json(JSON.stringify(patch, null, 2)).text} />
          <Button small look="primary" onPress={() => applyRepair(benchId)} keys={keysOf('bench-apply')}>
            Apply
          </Button>
        </>
      }
    >
      <PatchSteps patch={patch} />
      <p className={layout('rowTop second gap6 topIcon marginTop4')}>
        <Icon name={isAccepted ? 'wouldPass' : 'note'} className={classNames(isAccepted && tones.ok)} />
        <span>
          With this patch: <b>{lineInText(outcome)}</b>.{' '}
          <VisibleText text={`${capital(reasons.join(', then '))}.`} />
        </span>
      </p>
    </BenchSection>
  );
}

/** The host's record is irrelevant for an envelope that was not decided here. */
function NotCompared({ reasons, words }: { readonly reasons: UnknownReasons; readonly words: string }) {
  return (
    <BenchSection
      icon={<Icon name="stop" className={tones.warn} />}
      title="Not comparable with the host"
      label="Compared with the host"
      note={words}
    >
      <p className={layout('words breaks prose marginTop4')}>
        Our check was stopped: <VisibleText text={`${reasonsText(reasons)}.`} />
      </p>
    </BenchSection>
  );
}

const ANSWERS: Readonly<Record<HostAnswer['kind'], string>> = {
  agrees: 'The host agrees',
  deviates: 'The host deviates',
  'not-reconstructable': 'Not reconstructable whether the host agrees',
};

interface HostDifferenceProps {
  readonly rows: readonly ComparisonRow[];
  readonly answer: HostAnswer | null;
  readonly words: string;
}

function HostDifference({ rows, answer, words }: HostDifferenceProps) {
  const plain = rows.every(({ same }) => same) ? 'The host did the same' : 'Differs from the host';
  const title = answer === null ? plain : ANSWERS[answer.kind];
  const missing = answer?.kind === 'not-reconstructable' ? answer.missing : [];
  const lacks = missing.map(({ what, record }) => ({ text: what, needs: record }));
  return (
    <BenchSection title={title} label="Compared with the host" note={words}>
      {missing.length === 0 ? null : <Remarks icon="warning" label="Not in the log" of={lacks} />}
      <table className={layout.table}>
        <TableHead names={['what', 'here', 'host', 'why']} />
        <tbody>
          {rows.map(({ what, here, host, same, rule, note }) => (
            <tr key={what}>
              <td className={layout('second least13ch')}>
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
    </BenchSection>
  );
}

function ContextSummary({ answer, context, secrets, benchId }: OutcomePaneProps) {
  const readings = meterReadings(context.counters ?? {}, answer.result.counters, context.host?.limits ?? {});
  return (
    <BenchSection
      title="Context"
      tools={
        <Button small onPress={() => showPane(benchId, 'context')} label="Edit the context">
          Edit
        </Button>
      }
    >
      {readings.map((reading) => (
        <LimitMeter key={reading.name} reading={reading} />
      ))}
      <Facts>
        {contextInText(context).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={classNames(value === 'untrusted' && layout.untrustedText)}>
              {value === 'untrusted' ? <Icon name="untrusted" size={12} /> : null}{' '}
              <VisibleText text={value} />
            </dd>
          </div>
        ))}
        <Fact name="secrets">
          {secrets.map(({ secretId }) => `${secretId} ••••••••`).join(', ') || 'none'}
          {secrets.length === 0 ? null : <span className={layout.third}> · masked, never written</span>}
        </Fact>
      </Facts>
    </BenchSection>
  );
}

/** The context in a few lines, with display names and short values. */
function contextInText(context: AcceptContext): readonly (readonly [name: string, value: string])[] {
  const { host, contract, prior, log } = context;
  const accepts = `accepts ${contract?.accepts.join(', ') || 'nothing more'}`;
  const earlier = log?.length ? `rebuilt from ${countOf(log.length, 'event')}` : 'none';
  return [
    ['supported kinds', kindsInText(host?.supportedEnvelopes ?? null)],
    ['strictness, profile', `${host?.envelopeStrictness ?? 'warn'}, ${context.profile ?? 'lenient'}`],
    ['contract', contract ? `${accepts}, ${contract.refusalMode ?? 'fail-node'}` : 'none, any kind passes'],
    ['trust boundary', context.trustBoundary ?? 'not stated'],
    ['interrupt', context.boundInterruptKind ?? 'none bound'],
    ['accepted before', prior?.length ? `${prior.length} of this run` : earlier],
  ];
}

function kindsInText(kinds: readonly string[] | null): string {
  if (kinds === null) return 'not known, every kind passes';
  if (kinds.length === 0) return 'the universal four only';
  const more = kinds.length > 6 ? ` and ${kinds.length - 6} more` : '';
  return `${kinds.slice(0, 6).join(', ')}${more}`;
}

/** Maximum number of blocks of a bar; larger caps are drawn in proportion. */
const MAX_BLOCKS = 16;

/** View: usage of a limit, and the part added by this emission (hatched). The words say the same. */
function LimitMeter({ reading }: { readonly reading: MeterReading }) {
  const { name, used, added, cap, left } = reading;
  const blocks = Math.min(MAX_BLOCKS, cap ?? 0);
  const scale = cap === null || cap === 0 ? 0 : blocks / cap;
  const filled = Math.min(blocks, Math.round((used + added) * scale));
  const solid = Math.min(filled, Math.round(used * scale));
  const isFull = cap !== null && used + added >= cap;
  return (
    <div className={layout('grid aligned nowrap gap10 minControl meterColumns')}>
      <code className={layout.ellipsis} title={name}>
        {name}
      </code>
      <span className={classNames(styles.bar, isFull && styles.full)} aria-hidden="true">
        {Array.from({ length: blocks }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a bar differ by their position only
          <i key={at} className={at < solid ? styles.used : at < filled ? styles.added : undefined} />
        ))}
      </span>
      <span className={layout('endText code')}>
        {used + added}
        {cap === null ? '' : ` of ${cap}`}
      </span>
      <span className={isFull ? tones.error : layout.second}>{left}</span>
    </div>
  );
}

/** Maximum numbers of listed violations and of known names. */
const LISTED = 50;
const KNOWN = 20;

/** View: violations in the form of compiler errors: position, rule, the text with a mark, the likely intended name. */
function Violations({ violations }: { readonly violations: readonly PlacedViolation[] }) {
  const left = violations.length - LISTED;
  return (
    <BenchSection
      title={countOf(violations.length, 'violation')}
      label="Violations"
      note="line:column, in the order of the text"
    >
      <ol className={layout('grid gap8')}>
        {violations.slice(0, LISTED).map((one, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a violation is its place in the text
          <Violation key={at} violation={one} />
        ))}
      </ol>
      {left > 0 ? <p className={layout.aside}>and {countOf(left, 'violation')} more</p> : null}
    </BenchSection>
  );
}

function Violation({ violation }: { readonly violation: PlacedViolation }) {
  const { line, column, pointer, message, meant, known, excerpt } = violation;
  const left = known.length - KNOWN;
  const names = `${known.slice(0, KNOWN).join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  // The violating part of the line is marked by an underline and a colour, one character at least.
  const markedTo = excerpt === null ? 0 : Math.max(excerpt.to, excerpt.from + 1);
  return (
    <li>
      <p className={layout.breaks}>
        <b className={layout.tabular}>
          {line}:{column}
        </b>{' '}
        <VisibleText as="code" text={pointer === '' ? '(the envelope)' : pointer} />{' '}
        <VisibleText text={message} />
      </p>
      {excerpt === null ? null : (
        <pre className={layout('code', styles.excerpt)}>
          <VisibleText text={excerpt.text.slice(0, excerpt.from)} />
          <VisibleText as="mark" text={excerpt.text.slice(excerpt.from, markedTo)} />
          <VisibleText text={excerpt.text.slice(markedTo)} />
        </pre>
      )}
      {meant.length === 0 ? null : (
        <p>
          Did you mean{' '}
          {meant.map((name, at) => (
            <span key={name}>
              {at === 0 ? '' : ' or '}
              <VisibleText as="code" text={name} />
            </span>
          ))}
          ?
        </p>
      )}
      {known.length === 0 ? null : (
        <VisibleText as="p" className={layout('second breaks')} text={`Known: ${names}`} />
      )}
    </li>
  );
}

import type {
  GateFromLog,
  GateStep,
  ModelGateResult,
  PlacedFinding,
  TextRange,
} from '@openwop-inspector/acceptor-core';
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import {
  Badge,
  Button,
  classNames,
  EmptyState,
  Fact,
  Facts,
  Icon,
  layout,
  Pending,
  ScrollRegion,
} from '@openwop-inspector/ui';
import type { DiscoveryAnswer, DocumentProblem } from '../../acceptor-worker/simulations.ts';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import styles from './Acceptor.module.css';
import { BenchSection, NoAnswer, ResultHead } from './BenchPaneFrame.tsx';
import { revealText } from './bench-actions.ts';
import { GATE_ENDS, isExample, type Simulator } from './simulator-store.ts';
import { RecordedByHost, RecordedEvents, TurnResult } from './TurnResult.tsx';

/** Maximum number of rendered findings. */
const MAX_DISPLAYED = 200;

const VERDICTS = {
  passed: { icon: 'ok', words: 'passed' },
  decided: { icon: 'decided', words: 'decided here' },
  'not-reached': { icon: 'hypothetical', words: 'not reached' },
} as const;

const STEP_WORDS: Readonly<Record<GateStep['step'], string>> = {
  applies: 'Does the gate apply',
  'active-model': 'The active model',
  substitution: 'The fallback model',
  insufficient: 'No model will do',
};

export interface SimulatorResultProps {
  readonly simulator: Simulator;
}

/** View: the result of the document, or its errors. */
export function SimulatorResult({ simulator }: SimulatorResultProps) {
  return (
    <ScrollRegion
      className={layout('column pane narrow ground scrolls')}
      aria-label="Outcome"
      data-region="outcome"
    >
      <Body simulator={simulator} />
    </ScrollRegion>
  );
}

function Body({ simulator }: SimulatorResultProps) {
  const { answer, trouble, record, text, original } = simulator;
  if (trouble !== null) return <NoAnswer trouble={trouble} />;
  if (answer === null && isExample(simulator))
    return (
      <EmptyState title="An example has no verdict">
        Change it, or run it as it is. It says nothing of a log.
      </EmptyState>
    );
  if (answer === null) return <Pending>The acceptor is running.</Pending>;
  if (answer.kind === 'refused') return <Problems problems={answer.problems} />;
  const found = answer.answer;
  // After an edit the host's record refers to another document.
  const current = text === original ? record : null;
  if ('result' in found)
    return (
      <TurnResult
        answer={found}
        record={current?.kind === 'turn' ? current : null}
        wasEdited={record !== null && current === null}
      />
    );
  if ('decision' in found)
    return <GateResult result={found} gate={current?.kind === 'gate' ? current.gate : null} />;
  return <DiscoveryResult answer={found} />;
}

/** View: errors that prevent parsing the document, each with a link to its position. */
function Problems({ problems }: { readonly problems: readonly DocumentProblem[] }) {
  return (
    <div className={layout('grid ruled gap6 pad12')} role="alert">
      <h3 className={layout.title}>The document cannot be read</h3>
      <ul className={layout('grid gap6')} aria-label="Problems">
        {problems.map(({ pointer, message, line, column, from, to }) => (
          <li key={`${from} ${pointer} ${message}`} className={layout.breaks}>
            <Button look="link" onPress={() => revealText({ from, to })}>
              Line {formatCount(line)}, column {formatCount(column)}
            </Button>{' '}
            {pointer === '' ? null : <code>{pointer}</code>} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface GateResultProps {
  readonly result: ModelGateResult;
  /** The recorded decision; null without one, and after a change. */
  readonly gate: GateFromLog | null;
}

/** View: the requested model, the host's record, the four steps with their conditions, the events. */
function GateResult({ result, gate }: GateResultProps) {
  const { decision, provider, model, code, missingCapabilities, nearCapabilities, steps, events } = result;
  const isFailed = decision === 'fail';
  return (
    <>
      <ResultHead
        label="Decision"
        icon={isFailed ? 'failed' : 'ok'}
        tone={isFailed ? 'error' : 'ok'}
        title={GATE_ENDS[decision]}
        code={code}
      >
        {isFailed ? null : (
          <VisibleText as="p" className={layout.breaks} text={`${provider ?? ''} ${model ?? ''}`} />
        )}
        {missingCapabilities.length === 0 ? null : (
          <p className={layout.breaks}>
            The active model lacks <VisibleText text={missingCapabilities.join(', ')} />.
          </p>
        )}
        {Object.entries(nearCapabilities).map(([missing, near]) => (
          <p key={missing} className={layout.breaks}>
            For <VisibleText text={missing} />: did you mean <VisibleText text={near.join(' or ')} />?
          </p>
        ))}
      </ResultHead>
      {gate === null ? null : (
        <RecordedByHost answer={gate.answer}>
          <p>
            Recorded:{' '}
            {gate.recorded.map(({ sequence, type }) => `${formatSequence(sequence)} ${type}`).join(', ')}. The
            question is the smallest that leads there.
          </p>
        </RecordedByHost>
      )}
      <BenchSection title="Steps" label="Steps of the gate">
        <ol className={layout('grid gap6')}>
          {steps.map((step) => (
            <Step key={step.step} step={step} />
          ))}
        </ol>
      </BenchSection>
      <RecordedEvents events={events} />
    </>
  );
}

function Step({ step: { number, step, verdict, note, conditions, clause } }: { readonly step: GateStep }) {
  const { icon, words } = VERDICTS[verdict];
  return (
    <li className={classNames(styles.attempt, verdict === 'not-reached' && layout.second)}>
      <p className={layout('inlineRow wrap gap6')}>
        <Icon name={icon} />
        <b className={layout.bold}>
          {number} {STEP_WORDS[step]}
        </b>
        <span>{words}</span>
        <Clause isQuiet clause={clause} />
      </p>
      {note === '' ? null : <p>{note}</p>}
      <ul className={layout('grid gap6')}>
        {conditions.map(({ name, holds }) => (
          <li key={name}>
            <Icon name={holds ? 'check' : 'close'} size={12} /> {holds ? 'Yes' : 'No'}: {name}
          </li>
        ))}
      </ul>
    </li>
  );
}

/** View: the host's declaration, and each broken rule with a link to its position in the text. */
function DiscoveryResult({ answer }: { readonly answer: DiscoveryAnswer }) {
  const { findings } = answer;
  const isSound = findings.length === 0;
  return (
    <>
      <Declared answer={answer} />
      <BenchSection
        label="Findings"
        title={
          <>
            <Icon name={isSound ? 'ok' : 'problems'} className={isSound ? layout.okText : layout.errorText} />
            {isSound ? 'Nothing breaks a rule' : countOf(findings.length, 'finding')}
          </>
        }
      >
        <ul className={layout('grid gap6')}>
          {findings.slice(0, MAX_DISPLAYED).map((finding) => (
            <Finding key={`${finding.rule} ${finding.pointer} ${finding.message}`} finding={finding} />
          ))}
          {findings.length > MAX_DISPLAYED ? (
            <li>and {formatCount(findings.length - MAX_DISPLAYED)} more</li>
          ) : null}
        </ul>
      </BenchSection>
    </>
  );
}

function Finding({ finding }: { readonly finding: PlacedFinding & TextRange }) {
  const { rule, level, pointer, message, clause, from, to } = finding;
  return (
    <li className={styles.attempt}>
      <p>
        <Badge tone={level}>{SEVERITY_FORM[level].word}</Badge>{' '}
        <Button look="link" onPress={() => revealText({ from, to })}>
          {pointer === '' ? 'the document' : pointer}
        </Button>
      </p>
      <p className={layout.breaks}>
        <VisibleText text={message} />{' '}
        <span className={layout.third}>
          <code>{rule}</code>, <Clause clause={clause} />
        </span>
      </p>
    </li>
  );
}

function Declared({ answer: { said, declaration } }: { readonly answer: DiscoveryAnswer }) {
  const { name, version, vendor, protocolVersion, supportedEnvelopes, limits, features } = said;
  const set = Object.entries(limits).flatMap(([limit, most]) =>
    most === null ? [] : [`${limit} ${formatCount(most)}`],
  );
  const has = Object.entries(features).flatMap(([feature, offered]) => (offered === 'yes' ? [feature] : []));
  const versions = Object.entries(declaration?.schemaVersions ?? {}).map(([kind, most]) => `${kind} ${most}`);
  return (
    <section className={layout('ruled pad12')} aria-label="What is declared">
      <h3 className={layout('row wrap gap8 title')}>
        <VisibleText text={name === '' ? 'A host without a name' : name} />
        <VisibleText
          as="span"
          className={layout.caption}
          text={[version, vendor].filter((part) => part !== null).join(', ')}
        />
      </h3>
      <Facts>
        <Fact name="protocol">
          <VisibleText text={protocolVersion ?? 'not said'} />
        </Fact>
        <Fact name="kinds">
          <VisibleText
            text={
              supportedEnvelopes.length === 0
                ? 'none besides the universal ones'
                : supportedEnvelopes.join(', ')
            }
          />
        </Fact>
        <Fact name="schema versions">
          <VisibleText text={versions.length === 0 ? 'none' : versions.slice(0, MAX_DISPLAYED).join(', ')} />
        </Fact>
        <Fact name="limits">{set.length === 0 ? 'none' : set.join(', ')}</Fact>
        <Fact name="offers">{has.length === 0 ? 'nothing that is known here' : has.join(', ')}</Fact>
      </Facts>
    </section>
  );
}

import type { GateFromLog, GateStep, ModelGateResult, TextMark } from '@openwop-inspector/acceptor-core';
import { countOf, formatCount, formatSequence } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import {
  Badge,
  Button,
  classNames,
  EmptyState,
  Facts,
  Icon,
  layout,
  Panes,
  Pending,
  ScrollRegion,
} from '@openwop-inspector/ui';
import { useEffect, useMemo } from 'react';
import type { DiscoveryAnswer } from '../../acceptor-worker/simulations.ts';
import { TextFact } from '../../shared/Fold.tsx';
import { showHint } from '../../shared/hint-store.ts';
import { SEVERITY_FORM } from '../../shared/severity-form.ts';
import { shell } from '../../shell/bridge.ts';
import { liveOf } from '../live/live-store.ts';
import styles from './Acceptor.module.css';
import { BenchHead, BenchSection, EditorPane, NoAnswer, ResultHead } from './BenchPaneFrame.tsx';
import { fillSimulator } from './bench-open.ts';
import type { SimulatorName } from './bench-part.ts';
import { revealText } from './bench-store.ts';
import {
  GATE_ENDS,
  isExample,
  openDocument,
  SIMULATORS,
  type Simulator,
  secretsIn,
  sharedAnswer,
  sharedDocument,
  simulatorCommand,
  startSimulator,
  useSimulator,
} from './simulator-store.ts';
import { RecordedByHost, RecordedEvents, TurnResult } from './TurnResult.tsx';

export interface SimulatorBenchProps {
  readonly benchId: string;
  readonly name: SimulatorName;
  readonly isWide: boolean;
}

/** Container of a model turn, the gate or a discovery document: the text next to its result. */
export function SimulatorBench({ benchId, name, isWide }: SimulatorBenchProps) {
  const simulator = useSimulator(benchId, name);
  useEffect(() => void fillSimulator(benchId, name), [benchId, name]);
  if (simulator === null) return null;
  const result = (
    <ScrollRegion
      className={layout('column pane narrow ground scrolls')}
      aria-label="Outcome"
      data-region="outcome"
    >
      <SimulatorResult simulator={simulator} />
    </ScrollRegion>
  );
  return (
    <div className={layout('column pane')}>
      <SimulatorHeader benchId={benchId} simulator={simulator} />
      <Panes
        id={`bench-${name}`}
        isWide={isWide}
        panes={[
          {
            id: `${name}-text`,
            content: <DocumentPane benchId={benchId} simulator={simulator} />,
            percent: 45,
            minPixels: 280,
            edge: 'Width of the text',
            isScroller: true,
          },
          { id: `${name}-result`, content: result, percent: 55, minPixels: 320 },
        ]}
      />
    </div>
  );
}

/** Requests the attached host's declaration, like the connection doctor. Only on a user gesture. */
async function takeLiveDiscovery(benchId: string): Promise<void> {
  const entry = liveOf(benchId);
  if (entry === null) return;
  const { hostId, hostName } = entry.live;
  try {
    const request = { examineId: crypto.randomUUID(), hostId, runId: null };
    const { discovery } = await shell().call('hosts/examine', request);
    if (discovery === null) return showHint(`${hostName} gives no discovery document. The doctor says why.`);
    const text = `${discovery.documentText}\n`;
    startSimulator(benchId, 'discovery', { text, from: `of the live host ${hostName}` });
  } catch (reason) {
    showHint(reason instanceof Error ? reason.message : 'Could not reach the host.');
  }
}

interface SimulatorPartProps {
  readonly benchId: string;
  readonly simulator: Simulator;
}

function SimulatorHeader({ benchId, simulator }: SimulatorPartProps) {
  const { name, from, text, original, ran, answer } = simulator;
  const { title, icon, what } = SIMULATORS[name];
  const stale = ran !== null && ran !== text ? ' The text has changed since the last run.' : '';
  return (
    <BenchHead
      benchId={benchId}
      part={name}
      icon={icon}
      title={
        <>
          {title}
          {isExample(simulator) ? <Badge tone="note">Example</Badge> : null}
        </>
      }
      about={<VisibleText text={`${what}, ${from}${text === original ? '' : ', edited'}.${stale}`} />}
      onOpen={() => openDocument(benchId, name)}
      copies={[
        { title: 'Copy as command line', text: () => simulatorCommand(name, text) },
        { title: 'Copy the document as JSON', text: () => sharedDocument(text) },
        { title: 'Copy the answer as JSON', text: () => sharedAnswer(text, answer) },
        { title: 'Save the document', text: () => sharedDocument(text), savedAs: `${name}.json` },
      ]}
    >
      {name === 'discovery' && liveOf(benchId) !== null ? (
        <Button icon="live" onPress={() => void takeLiveDiscovery(benchId)}>
          From the live host
        </Button>
      ) : null}
    </BenchHead>
  );
}

function DocumentPane({ benchId, simulator }: SimulatorPartProps) {
  const { name, text, original, answer, ran, showsDifference } = simulator;
  const marks = useMemo((): readonly TextMark[] => {
    if (ran !== text || answer === null) return [];
    if (answer.kind === 'answered') return answer.marks;
    return answer.problems.map((problem) => ({ ...problem, tone: 'error', label: 'refused' }));
  }, [answer, ran, text]);
  const secrets = useMemo(() => secretsIn(original).map(({ value }) => value), [original]);
  const document = { text, original, showsDifference, marks, secrets };
  return (
    <EditorPane
      benchId={benchId}
      part={name}
      title="Document"
      said={marks.length === 0 ? null : <span>{formatCount(marks.length)} marked</span>}
      label={SIMULATORS[name].label}
      {...document}
    />
  );
}

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

function SimulatorResult({ simulator }: { readonly simulator: Simulator }) {
  const { answer, trouble, record, text, original } = simulator;
  if (trouble !== null) return <NoAnswer trouble={trouble} />;
  if (answer === null && isExample(simulator))
    return (
      <EmptyState title="An example has no verdict">
        Change it, or run it as it is. It says nothing of a log.
      </EmptyState>
    );
  if (answer === null) return <Pending>The acceptor is running.</Pending>;
  if (answer.kind === 'refused') return <Problems {...answer} />;
  const found = answer.answer;
  // After an edit the host's record refers to another document.
  const current = text === original ? record : null;
  if ('decision' in found)
    return <GateResult result={found} gate={current?.kind === 'gate' ? current.gate : null} />;
  if (!('result' in found)) return <DiscoveryResult {...found} />;
  const ofTurn = current?.kind === 'turn' ? current : null;
  return <TurnResult answer={found} record={ofTurn} wasEdited={record !== null && current === null} />;
}

/** View: errors that prevent parsing the document, each with a link to its position. */
function Problems({ problems }: Extract<Simulator['answer'], { readonly kind: 'refused' }>) {
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
  const { words, ...form } = GATE_ENDS[decision];
  return (
    <>
      <ResultHead {...form} label="Decision" title={words} code={code}>
        {decision === 'fail' ? null : (
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
function DiscoveryResult(answer: DiscoveryAnswer) {
  const { findings } = answer;
  const isSound = findings.length === 0;
  return (
    <>
      <Declared {...answer} />
      <BenchSection
        label="Findings"
        icon={
          <Icon name={isSound ? 'ok' : 'problems'} className={isSound ? layout.okText : layout.errorText} />
        }
        title={isSound ? 'Nothing breaks a rule' : countOf(findings.length, 'finding')}
      >
        <ul className={layout('grid gap6')}>
          {findings.slice(0, MAX_DISPLAYED).map(({ rule, level, pointer, message, clause, from, to }) => (
            <li key={`${rule} ${pointer} ${message}`} className={styles.attempt}>
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
          ))}
          {findings.length > MAX_DISPLAYED ? (
            <li>and {formatCount(findings.length - MAX_DISPLAYED)} more</li>
          ) : null}
        </ul>
      </BenchSection>
    </>
  );
}

function Declared({ said, declaration }: DiscoveryAnswer) {
  const { name, version, vendor, protocolVersion, supportedEnvelopes, limits, features } = said;
  const made = [version, vendor].filter((part) => part !== null);
  const set = Object.entries(limits).flatMap(([limit, most]) =>
    most === null ? [] : [`${limit} ${formatCount(most)}`],
  );
  const has = Object.entries(features).flatMap(([feature, offered]) => (offered === 'yes' ? [feature] : []));
  const versions = Object.entries(declaration?.schemaVersions ?? {}).map(([kind, most]) => `${kind} ${most}`);
  return (
    <section className={layout('ruled pad12')} aria-label="What is declared">
      <h3 className={layout('row wrap gap8 title')}>
        <VisibleText text={name === '' ? 'A host without a name' : name} />
        <VisibleText as="span" className={layout.caption} text={made.join(', ')} />
      </h3>
      <Facts>
        <TextFact name="protocol" text={protocolVersion ?? 'not said'} />
        <TextFact name="kinds" text={supportedEnvelopes.join(', ') || 'none besides the universal ones'} />
        <TextFact name="schema versions" text={versions.slice(0, MAX_DISPLAYED).join(', ') || 'none'} />
        <TextFact name="limits" text={set.join(', ') || 'none'} />
        <TextFact name="offers" text={has.join(', ') || 'nothing that is known here'} />
      </Facts>
    </section>
  );
}

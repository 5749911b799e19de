import type { GateFromLog, GateStep, ModelGateResult } from '@openwop-inspector/acceptor-core';
import { formatSequence } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { classNames, Icon, layout } from '@openwop-inspector/ui';
import { GATE_ENDS } from '../../model/simulator-words.ts';
import { HostAnswerView } from './HostAnswerView.tsx';
import { SimulatedEvents } from './SimulatedEvents.tsx';
import styles from './Simulator.module.css';

export interface GateResultProps {
  readonly result: ModelGateResult;
  /** What the log holds of the decision; null without one, and after a change. */
  readonly gate: GateFromLog | null;
}

/** View: which model is asked, what the host recorded, the four steps with their conditions, the events. */
export function GateResult({ result, gate }: GateResultProps) {
  const { decision, provider, model, code, missingCapabilities, nearCapabilities, steps, events } = result;
  const isFailed = decision === 'fail';
  return (
    <>
      <section className={styles.section} aria-label="Decision">
        <h2 className={layout.title}>
          <Icon name={isFailed ? 'failed' : 'ok'} className={isFailed ? layout.errorText : layout.okText} />
          {GATE_ENDS[decision]}
          {code === null ? null : <code>{code}</code>}
        </h2>
        {isFailed ? null : (
          <p className={layout.breaks}>
            <VisibleText text={`${provider ?? ''} ${model ?? ''}`} />
          </p>
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
      </section>
      {gate === null ? null : (
        <section className={styles.section} aria-label="The host beside it">
          <h3>The host beside it</h3>
          <HostAnswerView answer={gate.answer} />
          <p>
            Recorded:{' '}
            {gate.recorded.map(({ sequence, type }) => `${formatSequence(sequence)} ${type}`).join(', ')}. The
            question is the smallest that leads there.
          </p>
        </section>
      )}
      <section className={styles.section} aria-label="Steps of the gate">
        <h3>Steps</h3>
        <ol className={styles.list}>
          {steps.map((step) => (
            <Step key={step.step} step={step} />
          ))}
        </ol>
      </section>
      <SimulatedEvents events={events} />
    </>
  );
}

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

function Step({ step: { number, step, verdict, note, conditions, clause } }: { readonly step: GateStep }) {
  const { icon, words } = VERDICTS[verdict];
  return (
    <li className={classNames(styles.attempt, verdict === 'not-reached' && layout.second)}>
      <p className={classNames(layout.inlineRow, layout.wrap, layout.gap6)}>
        <Icon name={icon} />
        <b className={layout.bold}>
          {number} {STEP_WORDS[step]}
        </b>
        <span>{words}</span>
        <span className={layout.third}>
          <Clause clause={clause} />
        </span>
      </p>
      {note === '' ? null : <p>{note}</p>}
      <ul className={styles.list}>
        {conditions.map(({ name, holds }) => (
          <li key={name}>
            <Icon name={holds ? 'check' : 'close'} size={12} /> {holds ? 'Yes' : 'No'}: {name}
          </li>
        ))}
      </ul>
    </li>
  );
}

import { formatCount } from '@openwop-inspector/base';
import { Button, classNames, EmptyState, layout, Pending } from '@openwop-inspector/ui';
import type { DocumentProblem } from '../../acceptor-worker/acceptor-contract.ts';
import type { Simulator, SimulatorName } from '../../model/simulator.ts';
import { DiscoveryResult } from './DiscoveryResult.tsx';
import { GateResult } from './GateResult.tsx';
import styles from './Simulator.module.css';
import { TurnResult } from './TurnResult.tsx';

export interface SimulatorResultProps {
  readonly simulator: Simulator<SimulatorName>;
  /** Shows a part of the text. */
  readonly onReveal: (from: number, to: number) => void;
}

/** View: what came of the document, or what is wrong with it. */
export function SimulatorResult({ simulator, onReveal }: SimulatorResultProps) {
  return (
    <section
      className={classNames(layout.column, layout.pane, layout.narrow, layout.ground, layout.scrolls)}
      aria-label="Outcome"
      data-region="outcome"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls is reached by keyboard
      tabIndex={0}
    >
      <Body simulator={simulator} onReveal={onReveal} />
    </section>
  );
}

function Body({ simulator, onReveal }: SimulatorResultProps) {
  const { answer, trouble, record, text, original } = simulator;
  if (trouble !== null) return <EmptyState title="There is no answer">{trouble}</EmptyState>;
  if (answer === null) return <Pending>The acceptor is running.</Pending>;
  if (answer.kind === 'refused') return <Problems problems={answer.problems} onReveal={onReveal} />;
  const found = answer.answer;
  // What a person changed is no longer what the host was asked.
  const held = text === original ? record : null;
  if ('result' in found)
    return (
      <TurnResult
        answer={found}
        record={held?.kind === 'turn' ? held : null}
        wasEdited={record !== null && held === null}
      />
    );
  if ('decision' in found)
    return <GateResult result={found} gate={held?.kind === 'gate' ? held.gate : null} />;
  return <DiscoveryResult answer={found} onReveal={onReveal} />;
}

interface ProblemsProps {
  readonly problems: readonly DocumentProblem[];
  readonly onReveal: (from: number, to: number) => void;
}

/** View: what keeps the document from being read, each with the way to its place. */
function Problems({ problems, onReveal }: ProblemsProps) {
  return (
    <div className={styles.section} role="alert">
      <h2 className={layout.title}>The document cannot be read</h2>
      <ul className={styles.list} aria-label="Problems">
        {problems.map(({ pointer, message, line, column, from, to }) => (
          <li key={`${from} ${pointer} ${message}`} className={layout.breaks}>
            <Button look="link" onPress={() => onReveal(from, to)}>
              Line {formatCount(line)}, column {formatCount(column)}
            </Button>{' '}
            {pointer === '' ? null : <code>{pointer}</code>} {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

import { Button, classNames, Kbd, layout } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import type { Bench } from '../../state/bench-store.ts';
import { openOverlay } from '../../state/overlay-store.ts';
import styles from './Bench.module.css';

/** View: the foot of the bench. */
export function BenchStatus({ bench }: { readonly bench: Bench }) {
  const { run, isRunning, text } = bench;
  return (
    <section
      className={classNames(
        layout.row,
        layout.aside,
        layout.wrap,
        layout.fixed,
        layout.topRuled,
        styles.status,
      )}
      data-region="status"
      aria-label="Status"
    >
      <span>pure and local: nothing is sent</span>
      {run !== null && run.text !== text ? <span>the text has changed since the last run</span> : null}
      <span className={classNames(layout.flex, layout.toEnd, layout.gap6)}>
        <span>
          {isRunning ? 'running' : run === null ? '' : `run ${run.number} in ${tookWords(run.answer.micros)}`}
        </span>
        <Button look="link" onPress={() => openOverlay('keys')}>
          <Kbd keys={keysOf('keys')} isHint /> keys
        </Button>
      </span>
    </section>
  );
}

function tookWords(micros: number): string {
  return micros < 100_000 ? `${(micros / 1000).toFixed(1)} ms` : `${(micros / 1_000_000).toFixed(2)} s`;
}

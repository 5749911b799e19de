import type { LoadProgress } from '@openwop-inspector/run-log';
import { Button, Icon, layout, Meter, tones } from '@openwop-inspector/ui';
import { keysOf } from '../../commands/commands.ts';
import styles from './Load.module.css';
import { loadPercent, loadSentence, loadSteps } from './load-text.ts';

export interface LoadProgressViewProps {
  readonly name: string;
  readonly progress: LoadProgress;
  readonly onCancel: () => void;
}

const STEP_FORMS = {
  done: { icon: 'ok', tone: tones.ok },
  running: { icon: 'running', tone: tones.running },
  waiting: { icon: 'unknown', tone: tones.normal },
} as const;

/** The screen before the first rows can be displayed. */
export function LoadScreen({ name, progress, onCancel }: LoadProgressViewProps) {
  return (
    <div className={layout('fill scrolls')}>
      <section className={layout('grid gap10 screen')} aria-label="Loading" data-region="load">
        <div className={layout('row wrap gap8 spread')}>
          <h1 className={layout('row breaks big gap10')}>Reading {name}</h1>
          <Button onPress={onCancel} keys={keysOf('cancel')}>
            Cancel
          </Button>
        </div>
        <p className={layout('words breaks')}>{loadSentence(progress)}</p>
        <Bar name={name} progress={progress} />
        <ul className={layout.grid}>
          {loadSteps(progress).map(({ words, state }) => (
            <li
              key={words}
              className={layout('row gap10 high24', layout(state === 'running' ? 'primary bold' : 'second'))}
            >
              <Icon name={STEP_FORMS[state].icon} className={STEP_FORMS[state].tone} />
              <span>{words}</span>
              <span className={layout('third regular toEnd')}>{state}</span>
            </li>
          ))}
        </ul>
        <p className={layout('row aside gap6')}>
          <Icon name="note" />
          Cancel keeps what was read: the first events stay open and are marked as partial.
        </p>
      </section>
    </div>
  );
}

export interface LoadStripProps extends Omit<LoadProgressViewProps, 'progress'> {
  /** Null while it is too early for a text; the strip then only reserves the space. */
  readonly progress: LoadProgress | null;
}

/** Above rows that can already be read, at the place of the verdict; of its height, so that nothing moves. */
export function LoadStrip({ name, progress, onCancel }: LoadStripProps) {
  return (
    <section className={layout('bar gap12 pad8x16', styles.strip)} aria-label="Loading" data-region="load">
      {progress === null ? null : (
        <>
          <h1 className={layout('clip narrow title shrinks')}>
            Reading {name} <span className={layout('words marginStart8')}>{loadSentence(progress)}</span>
          </h1>
          <Bar name={name} progress={progress} />
          <Button onPress={onCancel} keys={keysOf('cancel')}>
            Cancel
          </Button>
        </>
      )}
    </section>
  );
}

function Bar({ name, progress }: { readonly name: string; readonly progress: LoadProgress }) {
  const percent = loadPercent(progress);
  return (
    <div
      role="progressbar"
      aria-label={`Reading ${name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent ?? undefined}
      aria-valuetext={loadSentence(progress)}
    >
      <Meter share={percent === null ? null : percent / 100} tone="accent" />
    </div>
  );
}

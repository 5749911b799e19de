import { countOf, formatCount } from '@openwop-inspector/base';
import { Button, layout, Meter, useLasting } from '@openwop-inspector/ui';

export interface JobProgressProps {
  /** Names the bar. */
  readonly label: string;
  /** Envelopes. */
  readonly done: number;
  readonly total: number;
  /** What was done with them, as a participle. */
  readonly did: string;
  /** Words of the button that ends it. */
  readonly stop: string;
  readonly onStop: () => void;
}

/** How many envelopes a job is through, and the way to stop it. */
export function JobProgress({ label, done, total, did, stop, onStop }: JobProgressProps) {
  const isLasting = useLasting(true);
  if (!isLasting) return null;
  const words = `${formatCount(done)} of ${countOf(total, 'envelope')} ${did}`;
  return (
    <div className={layout('stack gap8 pad12')}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
        aria-valuetext={words}
      >
        <p>{words}</p>
        <Meter share={total === 0 ? null : done / total} tone="accent" />
      </div>
      <div>
        <Button onPress={onStop}>{stop}</Button>
      </div>
    </div>
  );
}

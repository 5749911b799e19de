import { countOf, formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, Icon, layout, Meter, useLasting } from '@openwop-inspector/ui';

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

interface CheckedFileProps {
  /** What is in the file and how large it is, as the beginning of a sentence. */
  readonly holds: string;
  /** Places that look like a secret and that the user left in. */
  readonly stay?: number;
  readonly remarks: readonly string[];
}

/** A file that was made and scanned again, before it is saved. */
export function CheckedFile({ holds, stay = 0, remarks }: CheckedFileProps) {
  return (
    <>
      <p>
        <Icon name="ok" /> {holds}, scanned again: no secret was found in it
        {stay === 0 ? '' : ` but at the ${countOf(stay, 'place')} that may stay`}.
      </p>
      {remarks.map((remark) => (
        <VisibleText as="p" key={remark} className={layout.remark} text={remark} />
      ))}
    </>
  );
}

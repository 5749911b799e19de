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
  return (
    <div className={layout('stack gap8 pad12')}>
      <Progress
        label={label}
        words={`${formatCount(done)} of ${countOf(total, 'envelope')} ${did}`}
        share={total === 0 ? null : done / total}
      />
      <div>
        <Button onPress={onStop}>{stop}</Button>
      </div>
    </div>
  );
}

interface ProgressProps {
  /** Names the bar. */
  readonly label: string;
  /** What is done so far. */
  readonly words: string;
  /** 0 to 1; null while it is unknown. */
  readonly share: number | null;
}

/** What is done of a job, in words above a bar; nothing for a moment, so that quick jobs do not flash. */
export function Progress({ label, words, share }: ProgressProps) {
  const isLasting = useLasting(true);
  if (!isLasting) return null;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuetext={words}
      {...(share === null ? {} : { 'aria-valuenow': Math.round(share * 100) })}
    >
      <p>{words}</p>
      <Meter share={share} tone="accent" />
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

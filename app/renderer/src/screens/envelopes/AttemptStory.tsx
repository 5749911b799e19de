import { countOf } from '@openwop-inspector/base';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import type { LogicalEnvelope } from '@openwop-inspector/run-log';
import { Button, classNames, Icon, layout, Pending } from '@openwop-inspector/ui';
import { useState } from 'react';
import { decidingRow, endWords } from '../../model/attempt-story.ts';
import { MAX_TOLD, type ToldAttempt, useAttemptStory } from '../../queries/attempt-story.ts';
import styles from './AttemptStory.module.css';
import { StoryStep } from './StoryStep.tsx';

export interface AttemptStoryProps {
  readonly sessionId: string;
  readonly envelope: LogicalEnvelope;
}

/** Container: why an envelope took the attempts that it took. Nothing is computed before it is opened. */
export function AttemptStory({ sessionId, envelope }: AttemptStoryProps) {
  const [isOpen, setOpen] = useState(false);
  const { data, error } = useAttemptStory(sessionId, envelope, isOpen);
  return (
    <section className={styles.story} aria-label="Story of the attempts">
      <Button look="quiet" icon={isOpen ? 'chevronDown' : 'chevronRight'} onPress={() => setOpen(!isOpen)}>
        {isOpen ? 'Hide why it took these attempts' : 'Why it took these attempts'}
      </Button>
      {!isOpen ? null : error !== null ? (
        <p role="alert" className={layout.words}>
          The story could not be read: {error.message}.
        </p>
      ) : data === undefined ? (
        <Pending>The attempts are run through the acceptor.</Pending>
      ) : (
        <Told told={data} all={envelope.attempts.length + envelope.attemptsLeftOut} />
      )}
    </section>
  );
}

function Told({ told, all }: { readonly told: readonly ToldAttempt[]; readonly all: number }) {
  const last = told.at(-1);
  const end =
    last === undefined
      ? null
      : endWords(last.attempt, last.recorded, decidingRow(last.answer?.result ?? null));
  return (
    <section
      className={classNames(layout.scrolls, styles.steps)}
      // A region that scrolls takes the focus.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      aria-label="Attempt by attempt"
    >
      {all > told.length ? (
        <p className={layout.aside}>
          {countOf(all - told.length, 'attempt')} before the last {MAX_TOLD} are not told.
        </p>
      ) : null}
      <ol className={styles.list}>
        {told.map((one) => (
          <StoryStep key={one.attempt.number} told={one} />
        ))}
      </ol>
      {end === null ? null : (
        <p className={classNames(layout.rowTop, layout.gap6, styles.end)}>
          <Icon name="chainStart" />
          <span>
            <b>The end.</b> <VisibleText text={`${end.words}. `} />
            {end.clause === '' ? null : <Clause clause={end.clause} />}
          </span>
        </p>
      )}
    </section>
  );
}

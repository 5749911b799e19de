import type { Verdict } from '@openwop-inspector/run-log';
import { classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import { runTitle } from '../../model/live-words.ts';
import { VERDICT_ICON } from '../../ui/severity-form.ts';
import { useKnownRun } from './use-known-run.ts';

export interface RunTitleProps {
  readonly sessionId: string;
  /** What the log says of the run; it is the title once the run has ended. */
  readonly verdict: Verdict | null;
}

/** Container: the headline, which is the run's alone: how it stands, then how it ended. */
export function RunTitle({ sessionId, verdict }: RunTitleProps) {
  const { title, tone } = runTitle(useKnownRun(sessionId), verdict);
  return (
    <h1 className={classNames(layout.row, layout.fixed, layout.nowrap, layout.title, layout.gap8)}>
      <Icon name={VERDICT_ICON[tone]} size={18} className={classNames(tones[tone])} />
      {title}
    </h1>
  );
}

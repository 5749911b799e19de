import { formatCount } from '@openwop-inspector/base';
import { reasonsWords } from '@openwop-inspector/protocol';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { Button, classNames, EmptyState, Icon, layout } from '@openwop-inspector/ui';
import { toggleSeverity } from '../../state/view-actions.ts';
import { useSessionView } from '../../state/view-store.ts';
import { SEVERITIES } from '../../ui/severity-form.ts';

export interface NoProblemsProps {
  readonly sessionId: string;
  readonly total: number;
  readonly isComplete: boolean;
  readonly checks: SessionSummary['checks'];
}

/** View: a list of problems says nothing of payloads that were not checked. */
export function NotAllChecked({ checks }: Pick<SessionSummary, 'checks'>) {
  if (checks.known) return null;
  return (
    <p
      className={classNames(
        layout.bar,
        layout.breaks,
        layout.warnText,
        layout.gap6,
        layout.warnTint,
        layout.pad5x12,
      )}
      role="note"
    >
      <Icon name="unknown" /> There may be more: {reasonsWords(checks.reasons)}.
    </p>
  );
}

/** What an empty list means: nothing found in all that was to be checked, in a part of it, or all of it hidden. */
export function NoProblems({ sessionId, total, isComplete, checks }: NoProblemsProps) {
  const severities = useSessionView(sessionId, (view) => view.severities);
  if (total === 0 && !checks.known) {
    return (
      <EmptyState title="No problem was found so far">
        Not everything was checked: {reasonsWords(checks.reasons)}.
      </EmptyState>
    );
  }
  if (total === 0 && !isComplete) {
    return (
      <EmptyState title="No problem was found so far">
        The log was not read to its end; what was read was checked.
      </EmptyState>
    );
  }
  if (total === 0) {
    return (
      <EmptyState title="No problems">
        Every check of the log's form, order, causes and payloads ran and found nothing to say.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      title="All problems are hidden"
      actions={
        <Button
          onPress={() => {
            for (const severity of SEVERITIES) {
              if (!severities.includes(severity)) toggleSeverity(sessionId, severity);
            }
          }}
        >
          Show all {formatCount(total)}
        </Button>
      }
    >
      The switches above hide every severity this log has.
    </EmptyState>
  );
}

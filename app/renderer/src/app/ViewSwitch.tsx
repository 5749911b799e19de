import { formatCount } from '@openwop-inspector/base';
import type { SessionSummary } from '@openwop-inspector/run-log';
import { Segmented } from '@openwop-inspector/ui';
import type { ViewName } from '../state/view-store.ts';

export interface ViewSwitchProps {
  readonly summary: SessionSummary;
  /** False while rows arrive: only their number is known then. */
  readonly isSettled: boolean;
  readonly view: ViewName;
  readonly onChange: (view: ViewName) => void;
}

/** The five views of one run, with how much each holds. */
export function ViewSwitch({ summary, isSettled, view, onChange }: ViewSwitchProps) {
  const { problemCounts, causal, logicalEnvelopes } = summary;
  const problems = problemCounts.error + problemCounts.warning + problemCounts.note;
  const counted = (count: number | null) =>
    isSettled && count !== null ? { count: formatCount(count) } : {};
  return (
    <Segmented<ViewName>
      label="View"
      value={view}
      onChange={onChange}
      choices={[
        { value: 'events', label: 'Events', icon: 'events', count: formatCount(summary.events) },
        { value: 'causes', label: 'Causes', icon: 'causes', ...counted(causal.edges) },
        { value: 'nodes', label: 'Nodes', icon: 'nodes', ...counted(summary.nodes) },
        { value: 'envelopes', label: 'Envelopes', icon: 'envelope', ...counted(logicalEnvelopes) },
        { value: 'problems', label: 'Problems', icon: 'problems', ...counted(problems) },
      ]}
    />
  );
}

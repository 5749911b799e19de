import type { SavedHost } from '@openwop-inspector/shell-contract';
import { attach, setA2uiDelta, setRunId } from '../../state/hosts-actions.ts';
import { useHostWork } from '../../state/hosts-store.ts';
import { RunForm } from './RunForm.tsx';

/** Container: the run to attach to. */
export function RunChoice({ host }: { readonly host: SavedHost }) {
  const { hostId, name } = host;
  const { runId, a2uiDelta, attachment } = useHostWork(hostId);
  return (
    <RunForm
      hostName={name}
      runId={runId}
      a2uiDelta={a2uiDelta}
      attachment={attachment}
      onRunId={(typed) => setRunId(hostId, typed)}
      onA2uiDelta={(asked) => setA2uiDelta(hostId, asked)}
      onAttach={() => void attach(hostId, runId.trim())}
    />
  );
}

import type { SavedHost } from '@openwop-inspector/shell-contract';
import { useHostChanges } from '../../queries/host-queries.ts';
import { cancelExamination, examine } from '../../state/hosts-actions.ts';
import { useHostWork } from '../../state/hosts-store.ts';
import { Doctor } from './Doctor.tsx';

/** Container: the test of a host. It may teach the shell the host's own name, so the list is asked again. */
export function DoctorPane({ host }: { readonly host: SavedHost }) {
  const { hostId } = host;
  const { examination, runId } = useHostWork(hostId);
  const changes = useHostChanges();
  return (
    <Doctor
      examination={examination}
      runId={runId.trim()}
      onTest={() => void examine(hostId).then(changes.again)}
      onCancel={() => cancelExamination(hostId)}
    />
  );
}

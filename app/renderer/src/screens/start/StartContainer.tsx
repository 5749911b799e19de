import type { RecentFile } from '@openwop-inspector/main/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { commandKeys } from '../../commands/key-caps.ts';
import { shell } from '../../shell/bridge.ts';
import { goToAcceptor } from '../../state/bench-door.ts';
import { goToHosts } from '../../state/hosts-door.ts';
import { dismissFailures, useNoticesStore } from '../../state/notices-store.ts';
import { openRecent, openSample, pasteSource, pickFiles } from '../../state/open-actions.ts';
import { StartScreen } from './StartScreen.tsx';

const NOTHING_RECENT: readonly RecentFile[] = [];

/** Container of the start screen: what the shell knows, and the actions that open something. */
export function StartContainer() {
  const failures = useNoticesStore((state) => state.failures);
  const client = useQueryClient();
  // Both are asked again each time the screen shows, since what was open meanwhile has become recent.
  const recent = useQuery({
    queryKey: ['recent'],
    queryFn: () => shell().call('recent/list', null),
    staleTime: 0,
  });
  const samples = useQuery({ queryKey: ['samples'], queryFn: () => shell().call('files/samples', null) });
  const clearRecent = async () => {
    await shell().call('recent/clear', null);
    await client.invalidateQueries({ queryKey: ['recent'] });
  };
  return (
    <StartScreen
      recent={recent.data ?? NOTHING_RECENT}
      samples={samples.data ?? []}
      nowMs={Date.now()}
      openKeys={commandKeys('mod+o')}
      pasteKeys={commandKeys('mod+v')}
      hostsKeys={commandKeys('mod+l')}
      acceptorKeys={commandKeys('a')}
      failures={failures}
      onPick={() => void pickFiles()}
      onPaste={() => void pasteSource()}
      onHosts={goToHosts}
      onAcceptor={() => void goToAcceptor()}
      onRecent={(recentId) => void openRecent(recentId)}
      onClearRecent={() => void clearRecent()}
      onSample={(sampleId) => void openSample(sampleId)}
      onDismissFailures={dismissFailures}
    />
  );
}

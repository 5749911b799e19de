import { Button } from '@openwop-inspector/ui';
import { forkFromSelected } from '../../state/action-store.ts';
import { useLive } from '../../state/live-store.ts';

/** Starts a fork at the selected event of a live session; renders nothing for a file, which has no host. */
export function ForkHere({ sessionId }: { readonly sessionId: string }) {
  const isLive = useLive(sessionId, () => true) ?? false;
  if (!isLive) return null;
  return (
    <Button small label="Fork… from here" onPress={() => void forkFromSelected(sessionId)}>
      Fork…
    </Button>
  );
}

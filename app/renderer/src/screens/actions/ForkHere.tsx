import { Button } from '@openwop-inspector/ui';
import { useLive } from '../../state/live-store.ts';
import { forkFromSelected } from '../../state/open-fork.ts';

/** Begins a fork at the selected event of a live session; nothing for a file, which has nobody to ask. */
export function ForkHere({ sessionId }: { readonly sessionId: string }) {
  const isLive = useLive(sessionId, () => true) ?? false;
  if (!isLive) return null;
  return (
    <Button small label="Fork… from here" onPress={() => void forkFromSelected(sessionId)}>
      Fork…
    </Button>
  );
}

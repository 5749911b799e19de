import { Button, Fact, Facts, layout } from '@openwop-inspector/ui';
import { TextFact } from '../../shared/Fold.tsx';
import { useSavedHosts } from '../hosts/host-queries.ts';
import styles from './Live.module.css';
import { openCapture } from './live-actions.ts';
import { useLive } from './live-store.ts';
import { captureText, confirmedText, cursorText, hostText, tokenStorageText } from './live-text.ts';

/** Container: the host of the session, its resume position, and the stored data. */
export function ConnectionDetail({ sessionId }: { readonly sessionId: string }) {
  const live = useLive(sessionId, (entry) => entry.live);
  const cursor = useLive(sessionId, ({ status }) => status.cursor);
  const confirmedTo = useLive(sessionId, ({ status }) => status.confirmedTo);
  const { data: hosts } = useSavedHosts();
  if (live === null) return null;
  const token = hosts?.find(({ hostId }) => hostId === live.hostId)?.token ?? null;
  return (
    <section className={styles.section} aria-label="Connection">
      <h2 className={layout('flex wrap baseline')}>Connection</h2>
      <Facts>
        <TextFact name="host" text={hostText(live)} />
        <TextFact name="address" text={live.baseUrl} />
        <TextFact name="run" text={live.runId} />
        <Fact name="token">{token === null ? '' : tokenStorageText(token)}</Fact>
        <Fact name="resume">
          {cursorText(cursor)}, {confirmedText(confirmedTo)}
        </Fact>
        <CaptureFact sessionId={sessionId} />
      </Facts>
    </section>
  );
}

/** Its size changes with every status; a separate component, so that the rest is not re-rendered. */
function CaptureFact({ sessionId }: { readonly sessionId: string }) {
  const sizeBytes = useLive(sessionId, (entry) => entry.sizeBytes) ?? 0;
  const saved = useLive(sessionId, (entry) => entry.saved);
  return (
    <Fact name="capture">
      {captureText(sizeBytes, saved)}{' '}
      <Button look="link" onPress={() => openCapture(sessionId)}>
        Open as file
      </Button>
    </Fact>
  );
}

import { countOf, formatCount } from '@openwop-inspector/base';
import { Button, EmptyState, Fact, Facts, layout } from '@openwop-inspector/ui';
import { AnswerBody, Fold, TextFact } from '../../shared/Fold.tsx';
import { useSavedHosts } from '../hosts/host-queries.ts';
import styles from './Live.module.css';
import { CapturePlace, ConnectionText } from './LiveBar.tsx';
import { detach, openCapture, reconnect } from './live-actions.ts';
import { useLive } from './live-store.ts';
import {
  captureText,
  confirmedText,
  cursorText,
  hostText,
  stateText,
  tokenStorageText,
} from './live-text.ts';

interface LiveEmptyProps {
  readonly sessionId: string;
  /** Number of events read so far from an undisplayed capture; null once it has been read. */
  readonly eventsRead: number | null;
  /** Opens the connection screen with this host. */
  readonly onHost: () => void;
}

/** Placeholder of the run until its first event: connecting, waiting, refused, or lost. */
export function LiveEmpty({ sessionId, eventsRead, onHost }: LiveEmptyProps) {
  const status = useLive(sessionId, (entry) => entry.status);
  if (status === null) return null;
  const { state, end, ledger } = status;
  const captured = ledger.events;
  if (eventsRead !== null && captured > 0)
    return (
      <EmptyState title="Reading what was captured">
        {formatCount(Math.min(eventsRead, captured))} of {countOf(captured, 'event')}
      </EmptyState>
    );
  const isOver = end !== null && end !== 'run-ended';
  const quiet = state === 'live' ? 'No event yet' : stateText(status).title;
  const title = end === 'run-ended' ? 'This run ended without an event' : quiet;
  return (
    <div className={layout('fill scrolls')}>
      <EmptyState
        title={title}
        actions={
          <>
            {end === 'refused' ? (
              <Button look="primary" icon="authorization" onPress={onHost}>
                Host and token
              </Button>
            ) : null}
            {isOver || state === 'lost' ? (
              <Button icon="retry" onPress={() => void reconnect(sessionId)}>
                {state === 'lost' ? 'Try now' : end === 'stopped' ? 'Attach again' : 'Try again'}
              </Button>
            ) : null}
            {end === null ? <Button onPress={() => void detach(sessionId)}>Detach</Button> : null}
          </>
        }
      >
        <Why sessionId={sessionId} />
        {end === 'stopped' ? <CapturePlace sessionId={sessionId} /> : null}
      </EmptyState>
      <div className={layout('pad0x8 readable')}>
        <ConnectionDetail sessionId={sessionId} />
      </div>
    </div>
  );
}

function Why({ sessionId }: { readonly sessionId: string }) {
  const error = useLive(sessionId, ({ status }) => status.lastError);
  return (
    <div className={layout('grid breaks gap8 readable')}>
      <p>
        <ConnectionText sessionId={sessionId} message={error?.message} />
      </p>
      {error?.status === 401 ? <MissingToken sessionId={sessionId} /> : null}
      {error === null || error.rawBody === '' ? null : (
        <Fold title="What the host answered">
          <AnswerBody text={error.rawBody} />
        </Fold>
      )}
    </div>
  );
}

/** A host that requires a token when none is stored has not refused one. */
function MissingToken({ sessionId }: { readonly sessionId: string }) {
  const hostId = useLive(sessionId, ({ live }) => live.hostId);
  const { data: hosts } = useSavedHosts();
  if (hosts?.find((host) => host.hostId === hostId)?.token.store !== 'none') return null;
  return <p>No token is stored for this host. Give one on the connection screen, then try again.</p>;
}

/** Container: the host of the session, its resume position, and the stored data. */
export function ConnectionDetail({ sessionId }: { readonly sessionId: string }) {
  const entry = useLive(sessionId, (whole) => whole);
  const { data: hosts } = useSavedHosts();
  if (entry === null) return null;
  const { live, status, sizeBytes, saved } = entry;
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
          {cursorText(status.cursor)}, {confirmedText(status.confirmedTo)}
        </Fact>
        <Fact name="capture">
          {captureText(sizeBytes, saved)}{' '}
          <Button look="link" onPress={() => openCapture(sessionId)}>
            Open as file
          </Button>
        </Fact>
      </Facts>
    </section>
  );
}

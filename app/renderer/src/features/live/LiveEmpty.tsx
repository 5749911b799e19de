import { countOf, formatCount } from '@openwop-inspector/base';
import { VisibleText } from '@openwop-inspector/renderers';
import { Button, EmptyState, layout } from '@openwop-inspector/ui';
import { AnswerBody, Fold } from '../../shared/Fold.tsx';
import { useSavedHosts } from '../hosts/host-queries.ts';
import { ConnectionDetail } from './ConnectionDetail.tsx';
import { CapturePlace, NextTry } from './LiveSentence.tsx';
import { detach, reconnect } from './live-actions.ts';
import { type LiveStatus, useLive } from './live-store.ts';
import { asSentence, stateText } from './live-text.ts';

export interface LiveEmptyProps {
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
  if (eventsRead !== null && captured > 0) {
    return (
      <EmptyState title="Reading what was captured">
        {formatCount(Math.min(eventsRead, captured))} of {countOf(captured, 'event')}
      </EmptyState>
    );
  }
  const isOver = end !== null && end !== 'run-ended';
  return (
    <div className={layout('fill scrolls')}>
      <EmptyState
        title={emptyTitle(status)}
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

function emptyTitle(status: Pick<LiveStatus, 'state' | 'end' | 'lastError'>): string {
  if (status.end === 'run-ended') return 'This run ended without an event';
  if (status.state === 'live') return 'No event yet';
  return stateText(status).title;
}

function Why({ sessionId }: { readonly sessionId: string }) {
  const words = useLive(sessionId, ({ status }) => status.words) ?? '';
  const error = useLive(sessionId, ({ status }) => status.lastError);
  const nextTryAtMs = useLive(sessionId, ({ status }) => status.nextTryAtMs);
  return (
    <div className={layout('grid breaks gap8 readable')}>
      <p>
        <VisibleText text={asSentence(error?.message ?? words)} />
        {nextTryAtMs === null ? null : <NextTry nextTryAtMs={nextTryAtMs} />}
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

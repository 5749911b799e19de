import { formatSequence } from '@openwop-inspector/base';
import type { LiveSession } from '@openwop-inspector/shell-contract';
import { Button, MenuButton, type MenuEntry } from '@openwop-inspector/ui';
import { useEventRow, useLiveFacts } from '../../shared/job-query.ts';
import { useLive } from '../live/live-store.ts';
import { useSessionView } from '../sessions/view-store.ts';
import { askToAnnotate, askToControl, askToFork, forkFromSelected, showActionLog } from './action-store.ts';

type Entry = MenuEntry<'cancel' | 'fork' | 'fork-here' | 'annotate' | 'log'>;

/** Actions on the run of a live session: one button pauses or resumes it. Nothing is hidden because a host does not advertise it. */
export function RunMenu({ sessionId }: { readonly sessionId: string }) {
  const { runId = null, discovery = null } = useLive(sessionId, ({ live }) => live) ?? {};
  const facts = useLiveFacts(sessionId);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const row = useEventRow(sessionId, selected);
  const { isTerminal = false, status = '' } = facts?.runs.find((run) => run.runId === runId) ?? {};
  if (runId === null) return null;
  const here = row === null || row.sequence === null ? null : formatSequence(row.sequence);
  const act = (id: Entry['id']) => {
    switch (id) {
      case 'log':
        return showActionLog(sessionId);
      case 'fork':
        return askToFork(sessionId, runId, 0);
      case 'fork-here':
        return void forkFromSelected(sessionId);
      case 'annotate':
        return askToAnnotate(sessionId);
      default:
        return void askToControl(sessionId, id);
    }
  };
  const control = status === 'paused' ? 'resume' : 'pause';
  return (
    <>
      {isTerminal ? null : (
        <Button
          icon={control === 'pause' ? 'runPaused' : 'running'}
          onPress={() => void askToControl(sessionId, control)}
        >
          {control === 'pause' ? 'Pause run…' : 'Resume run…'}
        </Button>
      )}
      <MenuButton entries={entriesFor(discovery?.features ?? null, here, isTerminal)} onAction={act}>
        Run
      </MenuButton>
    </>
  );
}

type Features = NonNullable<LiveSession['discovery']>['features'];

/** `here` is the selected event; null when there is none that has a position in the run. */
function entriesFor(features: Features | null, here: string | null, isTerminal: boolean): readonly Entry[] {
  const replay = noteOf(features?.replay);
  return [
    {
      id: 'cancel',
      title: 'Cancel run…',
      icon: 'runCancelled',
      isDisabled: isTerminal,
      note: isTerminal ? 'the run has ended' : null,
    },
    ...(here === null
      ? []
      : [{ id: 'fork-here', title: `Fork from ${here}…`, icon: 'dispatch', note: replay } as const]),
    { id: 'fork', title: 'Fork from the start…', icon: 'replay', note: replay },
    { id: 'annotate', title: 'Annotate…', icon: 'note', note: noteOf(features?.feedback) },
    { id: 'log', title: 'What was done here', icon: 'log', note: null },
  ];
}

function noteOf(said: Features[keyof Features] = 'not advertised'): string | null {
  return said === 'yes' ? null : said === 'no' ? 'the host says it cannot' : 'not advertised';
}

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

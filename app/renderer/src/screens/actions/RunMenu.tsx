import { formatSequence } from '@openwop-inspector/base';
import type { LiveSession } from '@openwop-inspector/shell-contract';
import { Button, type IconName, MenuButton } from '@openwop-inspector/ui';
import { useEventRow, useLiveFacts } from '../../queries/job-query.ts';
import {
  askToAnnotate,
  askToControl,
  askToFork,
  forkFromSelected,
  showActionLog,
} from '../../state/action-store.ts';
import { useLive } from '../../state/live-store.ts';
import { useSessionView } from '../../state/view-store.ts';

interface Entry {
  readonly id: 'cancel' | 'fork' | 'fork-here' | 'annotate' | 'log';
  readonly title: string;
  readonly icon: IconName;
  /** Disabled once the run has ended. */
  readonly needsRun: boolean;
  readonly note: string | null;
}

/** Actions on the run of a live session: one button pauses or resumes it. Nothing is hidden because a host does not advertise it. */
export function RunMenu({ sessionId }: { readonly sessionId: string }) {
  const runId = useLive(sessionId, ({ live }) => live.runId);
  const features = useLive(sessionId, ({ live }) => live.discovery?.features ?? null);
  const facts = useLiveFacts(sessionId);
  const selected = useSessionView(sessionId, (view) => view.selected);
  const row = useEventRow(sessionId, selected);
  const { isTerminal = false, status = '' } = facts?.runs.find((run) => run.runId === runId) ?? {};
  if (runId === null) return null;
  const here = row === null || row.sequence === null ? null : formatSequence(row.sequence);
  const entries = entriesFor(features, here);
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
  const menu = entries.map(({ needsRun, note, ...entry }) => {
    const isDisabled = needsRun && isTerminal;
    return { ...entry, isDisabled, note: isDisabled ? 'the run has ended' : note };
  });
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
      <MenuButton entries={menu} onAction={act}>
        Run
      </MenuButton>
    </>
  );
}

type Features = NonNullable<LiveSession['discovery']>['features'];
type Said = Features[keyof Features];

/** `here` is the selected event; null when there is none that has a position in the run. */
function entriesFor(features: Features | null, here: string | null): readonly Entry[] {
  const replay = noteOf(features?.replay);
  return [
    { id: 'cancel', title: 'Cancel run…', icon: 'runCancelled', needsRun: true, note: null },
    ...(here === null
      ? []
      : [
          {
            id: 'fork-here',
            title: `Fork from ${here}…`,
            icon: 'dispatch',
            needsRun: false,
            note: replay,
          } as const,
        ]),
    { id: 'fork', title: 'Fork from the start…', icon: 'replay', needsRun: false, note: replay },
    { id: 'annotate', title: 'Annotate…', icon: 'note', needsRun: false, note: noteOf(features?.feedback) },
    { id: 'log', title: 'What was done here', icon: 'log', needsRun: false, note: null },
  ];
}

function noteOf(said: Said = 'not advertised'): string | null {
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

import { countOf, errorText, formatAgo } from '@openwop-inspector/base';
import type { RunList } from '@openwop-inspector/host-client';
import { RUN_STATUSES, type RunStatus } from '@openwop-inspector/protocol';
import { displayText, VisibleText } from '@openwop-inspector/renderers';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { Button, EmptyState, Icon, ItemRows, layout } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { Failure } from '../../shared/Failure.tsx';
import { FindField } from './AddHost.tsx';
import { narrowedRuns, type RunRow, runRows, runStatusIcon, runsOfStatus } from './connect-text.ts';
import { HostErrorDetails } from './Doctor.tsx';
import { useHostRuns } from './host-queries.ts';
import { askForRuns, attach, setRunId, setTypedToken, useHostWork } from './hosts-store.ts';

/** Fewer runs than this need no search field. */
const WORTH_A_FIELD = 13;

/** Container: runs of a host, its own list if it has one, and recently attached ones. */
export function RunsTab({ host }: { readonly host: SavedHost }) {
  const { hostId, recentRuns } = host;
  const { asksForRuns, runId } = useHostWork(hostId);
  const [status, setStatus] = useState<RunStatus | null>(null);
  const { data, error, isFetching, refetch } = useHostRuns(hostId, status, asksForRuns);
  const [text, setText] = useState('');
  const rows = runsOfStatus(runRows(recentRuns, data ?? null), status);
  const found = narrowedRuns(rows, text);
  const failed = error === null ? null : <Failure message={errorText(error)} />;
  const ask = async () => {
    if (isFetching) return;
    if (!asksForRuns) await askForRuns(hostId);
    else if (await setTypedToken(hostId)) await refetch();
  };
  const choose = async (next: RunStatus | null) => {
    if (!asksForRuns || (await setTypedToken(hostId))) setStatus(next);
  };
  return (
    <div className={layout('column full min240')}>
      <RunsLine
        status={status}
        ask={isFetching || error !== null || data !== undefined ? 'Ask again' : 'List its runs'}
        onStatus={(next) => void choose(next)}
        onAsk={() => void ask()}
      >
        {isFetching ? (
          <p>Loading the runs of this host.</p>
        ) : (
          (failed ?? <Listed list={data} status={status} />)
        )}
      </RunsLine>
      {rows.length < WORTH_A_FIELD ? null : (
        <FindField label="Find a run" text={text} onText={setText} found={found.length} all={rows.length} />
      )}
      {rows.length === 0 ? null : <RunRows hostId={hostId} rows={found} chosen={runId} />}
    </div>
  );
}

interface RunRowsProps {
  readonly rows: readonly RunRow[];
  readonly hostId: string;
  /** The runId as typed. */
  readonly chosen: string;
}

/** Runs to attach to. Moving to one puts its name in the field; Enter and a double click attach. */
function RunRows({ rows, hostId, chosen }: RunRowsProps) {
  if (rows.length === 0)
    return <EmptyState title="No run here has this status, or this text in its runId, workflow or status." />;
  const active = rows.findIndex(({ runId }) => runId === chosen.trim());
  return (
    <>
      <div className={layout('caption fixed ruled grid gap10 pad0x16 high24 runColumns')} aria-hidden="true">
        <span>status</span>
        <span>runId</span>
        <span>workflow</span>
        <span className={layout.endText}>last</span>
      </div>
      <div className={layout.fill}>
        <ItemRows
          label="Runs"
          items={rows}
          activeIndex={active < 0 ? null : active}
          renderItem={(row) => <RunRowView row={row} />}
          onMove={({ runId }) => setRunId(hostId, runId)}
          onOpen={({ runId }) => void attach(hostId, runId)}
        />
      </div>
    </>
  );
}

function RunRowView({ row }: { readonly row: RunRow }) {
  const { runId, workflowId, status } = row;
  return (
    <div className={layout('full grid aligned gap10 pad0x16 runColumns')}>
      <span className={layout('clip leadIcon')}>
        <Icon name={runStatusIcon(status)} /> <VisibleText text={status ?? 'not said'} />
      </span>
      <code className={layout.clip} title={displayText(runId)}>
        <VisibleText text={runId} />
      </code>
      <span className={layout.clip} title={displayText(workflowId ?? '')}>
        <VisibleText text={workflowId ?? ''} />
      </span>
      <span className={layout('crops endText third')}>{whenText(row, Date.now())}</span>
    </div>
  );
}

/** An unreadable time from the host is omitted. */
function whenText({ attachedAtMs, startedAt }: RunRow, nowMs: number): string {
  if (attachedAtMs !== null) return `attached ${formatAgo(attachedAtMs, nowMs)}`;
  const startedMs = Date.parse(startedAt ?? '');
  return Number.isNaN(startedMs) ? '' : `started ${formatAgo(startedMs, nowMs)}`;
}

interface RunsLineProps {
  /** The requested status of runs; null for all. */
  readonly status: RunStatus | null;
  /** Words of the button. */
  readonly ask: string;
  readonly onStatus: (status: RunStatus | null) => void;
  readonly onAsk: () => void;
  readonly children: ReactNode;
}

/** View: availability of the host's list of runs, its status filter, and the button to request it. */
function RunsLine({ status, ask, onStatus, onAsk, children }: RunsLineProps) {
  return (
    <div className={layout('rowTop fixed ruled second pad8x16 gap6x12')}>
      <div className={layout('grow padTop4')} role="status">
        {children}
      </div>
      <label className={layout('row fixed gap6 rowText smallSelect')}>
        Status
        <select
          value={status ?? ''}
          onChange={(event) => onStatus(RUN_STATUSES.find((each) => each === event.target.value) ?? null)}
        >
          <option value="">any</option>
          {RUN_STATUSES.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <Button small onPress={onAsk}>
        {ask}
      </Button>
    </div>
  );
}

interface ListedProps {
  /** Undefined before it is requested. */
  readonly list: RunList | undefined;
  readonly status: RunStatus | null;
}

/** View: availability of the host's list of runs. */
function Listed({ list, status }: ListedProps) {
  if (list === undefined) return <p>The runs of this host have not been loaded.</p>;
  if (list.kind === 'runs') return <p>{listedText(list, status)}</p>;
  if (list.kind === 'error')
    return (
      <>
        <Failure message={list.error.message} />
        <HostErrorDetails error={list.error} />
      </>
    );
  return (
    <p>This host has no list of runs: name a runId. Few hosts have one; the protocol does not ask for it.</p>
  );
}

function listedText({ runs, isCut }: Extract<RunList, { readonly kind: 'runs' }>, status: RunStatus | null) {
  const of = status === null ? '' : ` that ${runs.length === 1 ? 'is' : 'are'} ${status}`;
  if (runs.length === 0) return `The host lists no run${status === null ? '' : ` that is ${status}`}.`;
  const more = isCut ? ' It may have more: choose a status, or name a runId.' : '';
  return `The host lists ${countOf(runs.length, 'run')}${of}.${more} Enter or a double click attaches.`;
}

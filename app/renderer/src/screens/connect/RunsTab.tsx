import type { RunStatus } from '@openwop-inspector/protocol';
import type { SavedHost } from '@openwop-inspector/shell-contract';
import { classNames, layout } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { narrowedRuns, runRows, runsOfStatus } from '../../model/connect-rows.ts';
import { useHostRuns } from '../../queries/host-queries.ts';
import { askForRuns, attach, setRunId, wordsOf } from '../../state/hosts-actions.ts';
import { useHostWork } from '../../state/hosts-store.ts';
import { setTypedToken } from '../../state/typed-token.ts';
import styles from './Answers.module.css';
import { FindField } from './FindField.tsx';
import { RunRows } from './RunRows.tsx';
import { RunsLine, type RunsState } from './RunsLine.tsx';

/** Fewer runs than this are found by looking. */
const WORTH_A_FIELD = 13;

/** Container: runs of a host, its own list where it has one, and those that were attached to. */
export function RunsTab({ host }: { readonly host: SavedHost }) {
  const { hostId, recentRuns } = host;
  const { asksForRuns, runId } = useHostWork(hostId);
  const [status, setStatus] = useState<RunStatus | null>(null);
  const { data, error, isFetching, refetch } = useHostRuns(hostId, status, asksForRuns);
  const [text, setText] = useState('');
  const rows = useMemo(
    () => runsOfStatus(runRows(recentRuns, data ?? null), status),
    [recentRuns, data, status],
  );
  const found = useMemo(() => narrowedRuns(rows, text), [rows, text]);
  const state: RunsState = isFetching
    ? { kind: 'asking' }
    : error !== null
      ? { kind: 'failed', message: wordsOf(error) }
      : (data ?? { kind: 'not-asked' });
  const ask = async () => {
    if (isFetching) return;
    if (!asksForRuns) await askForRuns(hostId);
    else if (await setTypedToken(hostId)) await refetch();
  };
  const choose = async (next: RunStatus | null) => {
    if (!asksForRuns || (await setTypedToken(hostId))) setStatus(next);
  };
  return (
    <div className={classNames(layout.column, layout.full, styles.runs)}>
      <RunsLine
        state={state}
        status={status}
        onStatus={(next) => void choose(next)}
        onAsk={() => void ask()}
      />
      {rows.length < WORTH_A_FIELD ? null : (
        <FindField label="Find a run" text={text} onText={setText} found={found.length} all={rows.length} />
      )}
      {rows.length === 0 ? null : (
        <RunRows
          rows={found}
          chosen={runId}
          nowMs={Date.now()}
          onChoose={(chosen) => setRunId(hostId, chosen)}
          onAttach={(chosen) => void attach(hostId, chosen)}
        />
      )}
    </div>
  );
}

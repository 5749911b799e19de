import type { SavedHost } from '@openwop-inspector/main/contract';
import { useMemo, useState } from 'react';
import { narrowedRuns, runRows } from '../../model/connect-rows.ts';
import { useHostRuns } from '../../queries/host-queries.ts';
import { askForRuns, attach, setRunId, wordsOf } from '../../state/hosts-actions.ts';
import { useHostWork } from '../../state/hosts-store.ts';
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
  const { data, error, isFetching, refetch } = useHostRuns(hostId, asksForRuns);
  const [text, setText] = useState('');
  const rows = useMemo(() => runRows(recentRuns, data ?? null), [recentRuns, data]);
  const found = useMemo(() => narrowedRuns(rows, text), [rows, text]);
  const state: RunsState = isFetching
    ? { kind: 'asking' }
    : error !== null
      ? { kind: 'failed', message: wordsOf(error) }
      : (data ?? { kind: 'not-asked' });
  const ask = () => {
    if (isFetching) return;
    if (asksForRuns) void refetch();
    else askForRuns(hostId);
  };
  return (
    <div className={styles.runs}>
      <RunsLine state={state} onAsk={ask} />
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

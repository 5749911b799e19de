import { formatAgo } from '@openwop-inspector/base';
import { shownText, VisibleText } from '@openwop-inspector/renderers';
import { classNames, EmptyState, Icon, layout, VirtualRows } from '@openwop-inspector/ui';
import { type RunRow, runStatusIcon } from '../../model/connect-rows.ts';
import styles from './Answers.module.css';

export interface RunRowsProps {
  readonly rows: readonly RunRow[];
  /** The runId as typed. */
  readonly chosen: string;
  readonly nowMs: number;
  readonly onChoose: (runId: string) => void;
  readonly onAttach: (runId: string) => void;
}

/** View: runs that can be attached to. Moving to one names it in the field; Enter and a double click attach. */
export function RunRows({ rows, chosen, nowMs, onChoose, onAttach }: RunRowsProps) {
  if (rows.length === 0)
    return <EmptyState title="No run here has this status, or this text in its runId, workflow or status." />;
  const active = rows.findIndex(({ runId }) => runId === chosen.trim());
  const act = (perform: (runId: string) => void) => (index: number) => {
    const row = rows[index];
    if (row !== undefined) perform(row.runId);
  };
  return (
    <>
      <div
        className={classNames(layout.caption, layout.fixed, layout.ruled, styles.runHeads)}
        aria-hidden="true"
      >
        <span>status</span>
        <span>runId</span>
        <span>workflow</span>
        <span>last</span>
      </div>
      <div className={layout.fill}>
        <VirtualRows
          label="Runs"
          count={rows.length}
          activeIndex={active < 0 ? null : active}
          renderRow={(index) => <RunRowView row={rows[index]} nowMs={nowMs} />}
          onMove={act(onChoose)}
          onOpen={act(onAttach)}
        />
      </div>
    </>
  );
}

function RunRowView({ row, nowMs }: { readonly row: RunRow | undefined; readonly nowMs: number }) {
  if (row === undefined) return null;
  const { runId, workflowId, status } = row;
  return (
    <div className={classNames(layout.full, styles.runRow)}>
      <span className={classNames(layout.clip, styles.clip)}>
        <Icon name={runStatusIcon(status)} /> <VisibleText text={status ?? 'not said'} />
      </span>
      <code className={classNames(layout.clip, styles.clip)} title={shownText(runId)}>
        <VisibleText text={runId} />
      </code>
      <span className={classNames(layout.clip, styles.clip)} title={shownText(workflowId ?? '')}>
        <VisibleText text={workflowId ?? ''} />
      </span>
      <span className={classNames(layout.crops, layout.endText, layout.third)}>{whenWords(row, nowMs)}</span>
    </div>
  );
}

/** A time that the host wrote and nobody can read stays out. */
function whenWords({ attachedAtMs, startedAt }: RunRow, nowMs: number): string {
  if (attachedAtMs !== null) return `attached ${formatAgo(attachedAtMs, nowMs)}`;
  const startedMs = Date.parse(startedAt ?? '');
  return Number.isNaN(startedMs) ? '' : `started ${formatAgo(startedMs, nowMs)}`;
}

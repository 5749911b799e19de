import { countOf, formatCount, formatDuration, formatMoment } from '@openwop-inspector/base';
import { idOrNone, type LogText, type RunListRow, statusWord, titleOf } from '@openwop-inspector/run-log';
import {
  Button,
  EmptyState,
  Icon,
  IconButton,
  ItemRows,
  layout,
  MenuButton,
  Pending,
  type RowAttributes,
  SearchField,
  tones,
  useRowHeight,
} from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { useJob } from '../../shared/job-query.ts';
import { useLogText } from '../../shared/use-log-text.ts';
import { RUNS_WIDTH } from '../events/column-actions.ts';
import { runStatusIcon } from '../hosts/connect-text.ts';
import { showRun } from '../sessions/landing.ts';
import { useSessionView } from '../sessions/view-store.ts';
import { durationOf, type RunOrder, type RunTreeRow, runTreeRows } from './run-rows.ts';

const ORDERS: readonly { readonly id: RunOrder; readonly title: string }[] = [
  { id: 'failed', title: 'Failed first' },
  { id: 'start', title: 'By start' },
  { id: 'duration', title: 'Longest first' },
  { id: 'events', title: 'Most {event}s first' },
];

const NONE: readonly string[] = [];

const toggled = (codes: readonly string[], code: string): readonly string[] =>
  codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code];

/** Fewer runs need no search field. */
const WORTH_FINDING = 6;

/** Container: the runs of a source; every view is limited to the selected one. */
export function RunsScreen(props: { readonly sessionId: string; readonly onClose: () => void }) {
  const { sessionId, onClose } = props;
  const { data: runs, error } = useJob('runs', { sessionId });
  const chosen = useSessionView(sessionId, (view) => view.run);
  const [order, setOrder] = useState<RunOrder>('failed');
  const [text, setText] = useState('');
  const [folded, setFolded] = useState<readonly string[]>([]);
  // A search shows all that it finds.
  const hidden = text.trim() === '' ? folded : NONE;
  const rows = useMemo(() => runTreeRows(runs ?? [], order, text, hidden), [runs, order, text, hidden]);
  const found = rows.filter(({ run }) => run !== null).length;
  const hasFiles = useMemo(() => new Set(runs?.map(({ source }) => source)).size > 1, [runs]);
  const count = runs?.length ?? 0;
  const words = useLogText();
  return (
    <section
      className={layout('column fixed endRuled chrome')}
      style={{ width: RUNS_WIDTH }}
      aria-label={titleOf(words.run)}
      data-region="runs"
    >
      <RunsHead order={order} onOrder={setOrder} onClose={onClose} />
      {count < WORTH_FINDING ? null : (
        <div className={layout('flex fixed pad4x12')}>
          <SearchField
            label={`Find a ${words.run} by id, workflow, status, failure or file`}
            placeholder={`Find a ${words.run}`}
            value={text}
            onChange={setText}
            count={text.trim() === '' ? null : `${formatCount(found)} of ${formatCount(count)}`}
          />
        </div>
      )}
      <Button
        look="quiet"
        icon="runs"
        className={layout('fixed', chosen === null && layout('bold selected'))}
        onPress={() => void showRun(sessionId, null)}
      >
        All {words.run}s
      </Button>
      {error !== null ? (
        <EmptyState title={`${titleOf(words.run)} could not be read`}>{error.message}</EmptyState>
      ) : runs === undefined ? (
        <Pending>{`${titleOf(words.run)} are being read.`}</Pending>
      ) : (
        <RunList
          key={order}
          rows={rows}
          folded={hidden}
          hasFiles={hasFiles}
          chosen={chosen}
          onChoose={(run) => void showRun(sessionId, run)}
          onFold={(code) => setFolded(toggled(folded, code))}
        />
      )}
      <p className={layout('fixed meta third topRuled pad4x12')}>{statusCounts(runs ?? [], words)}</p>
    </section>
  );
}

interface RunsHeadProps {
  readonly order: RunOrder;
  readonly onOrder: (order: RunOrder) => void;
  readonly onClose: () => void;
}

/** Head of the pane: its name, the order of the runs, and the button that puts it away. */
function RunsHead({ order, onOrder, onClose }: RunsHeadProps) {
  const words = useLogText();
  const orders = ORDERS.map((one) => ({
    ...one,
    title: one.title.replace('{event}', words.event),
    ...(one.id === order ? { icon: 'check' as const } : {}),
  }));
  const ordered = orders.find(({ id }) => id === order)?.title ?? '';
  return (
    <div className={layout('row fixed gap4 pad2x12')}>
      <h2 className={layout.grow}>{titleOf(words.run)}</h2>
      <MenuButton label={`${ordered}, the order of the ${words.run}s`} entries={orders} onAction={onOrder}>
        {ordered}
      </MenuButton>
      <IconButton icon="close" label={`Put the ${words.run}s away`} onPress={onClose} />
    </div>
  );
}

/** "3 failed, 9 completed". */
function statusCounts(runs: readonly RunListRow[], words: LogText): string {
  const counts = new Map<string, number>();
  for (const { status } of runs) counts.set(status, (counts.get(status) ?? 0) + 1);
  const parts = [...counts].sort((a, b) => b[1] - a[1]);
  return parts.map(([status, count]) => `${formatCount(count)} ${statusWord(words, status)}`).join(', ');
}

interface RunListProps {
  readonly rows: readonly RunTreeRow[];
  /** Codes of which the head alone is listed. */
  readonly folded: readonly string[];
  /** True where the runs come from several files. */
  readonly hasFiles: boolean;
  readonly chosen: string | null;
  readonly onChoose: (runId: string) => void;
  readonly onFold: (code: string) => void;
}

/** Moving selects a run at once: the views follow the list. A head selects nothing. */
function RunList({ rows, folded, hasFiles, chosen, onChoose, onFold }: RunListProps) {
  const height = useRowHeight();
  const words = useLogText();
  const [head, setHead] = useState<string | null>(null);
  if (rows.length === 0) return <EmptyState title={`No ${words.run} has this text`} />;
  const active = rows.findIndex((row) =>
    head === null ? row.run !== null && row.run.runId === chosen : row.run === null && row.code === head,
  );
  const choose = (row: RunTreeRow) => {
    setHead(row.run === null ? row.code : null);
    if (row.run !== null) onChoose(row.run.runId);
  };
  const fold = (row: RunTreeRow | undefined, isFolding?: boolean) => {
    if (row?.run === null && folded.includes(row.code) !== isFolding) onFold(row.code);
  };
  return (
    <ItemRows
      kind="tree"
      label={titleOf(words.run)}
      className={layout.fill}
      items={rows}
      rowHeight={Math.round(2.5 * height)}
      activeIndex={active < 0 ? null : active}
      attributesOf={(row) => attributesOf(row, folded, words)}
      renderItem={(row) =>
        row.run === null ? (
          <div className={layout('row full gap6 pad0x12 padTop8')}>
            <Icon
              name={folded.includes(row.code) ? 'chevronRight' : 'chevronDown'}
              size={12}
              className={layout.third}
            />
            {row.code === '' ? (
              <span className={layout('grow')}>No code in the log</span>
            ) : (
              <code className={layout('ellipsis narrow grow errorText')} title={row.code}>
                {row.code}
              </code>
            )}
            <span className={layout('fixed meta tabular')}>{countOf(row.failed, words.run)}</span>
          </div>
        ) : (
          <RunRow run={row.run} level={row.level} hasFiles={hasFiles} />
        )
      }
      onMove={choose}
      onOpen={(row) => {
        choose(row);
        fold(row);
      }}
      onFold={(direction) => fold(rows[active], direction === 'fold')}
    />
  );
}

function attributesOf(row: RunTreeRow, folded: readonly string[], words: LogText): RowAttributes {
  const { level, posInSet, setSize } = row;
  const place = { level, posInSet, setSize };
  if (row.run !== null) return { ...place, name: nameOf(row.run, words) };
  return { ...place, expanded: !folded.includes(row.code) };
}

function nameOf(run: RunListRow, words: LogText): string {
  const took = durationOf(run);
  const failure = failureOf(run);
  return [
    `${statusWord(words, run.status)}: ${idOrNone(words, run.runId)}`,
    run.workflowId === null ? null : `workflow ${run.workflowId}`,
    failure,
    countOf(run.events, words.event),
    took === null ? null : formatDuration(took),
  ]
    .filter((part) => part !== null)
    .join(', ');
}

/** Cause of the run's failure: the code, or the message where the host gives none. */
function failureOf({ firstFailure }: RunListRow): string | null {
  if (firstFailure === undefined) return null;
  const { nodeId, isCoded, message } = firstFailure;
  const what = isCoded ? firstFailure.code : (message ?? 'failed, no code given');
  return nodeId === null ? what : `${nodeId}: ${what}`;
}

/** Maximum number of indented levels; deeper ones have the same indentation. */
const MAX_INDENTS = 5;

interface RunRowProps extends Pick<RunListProps, 'hasFiles'> {
  readonly run: RunListRow;
  readonly level: number;
}

function RunRow({ run, level, hasFiles }: RunRowProps) {
  const words = useLogText();
  const { status, workflowId, events, startMs, source } = run;
  const took = durationOf(run);
  const failure = failureOf(run);
  const id = idOrNone(words, run.runId);
  const icon = runStatusIcon(status);
  const started = startMs === null ? null : formatMoment(startMs);
  const count = countOf(events, words.event);
  const lines = [id, failure, workflowId, source, started === null ? null : `started ${started}`, count];
  return (
    <div
      className={layout('rowTop full gap6 crops pad4x12')}
      style={{ paddingLeft: 12 + 12 * Math.min(MAX_INDENTS, level - 1) }}
      title={lines.filter((line) => line !== null).join('\n')}
    >
      <Icon name={icon} className={tones[icon === 'runCancelled' ? 'warning' : icon]} />
      <span className={layout('narrow grow')}>
        <span className={layout('flex gap6')}>
          <code className={layout('ellipsis narrow grow')}>{id}</code>
          {/* The clock time alone; the day is in the tooltip. */}
          <span className={layout('third fixed tabular meta')}>{started?.slice(-12, -4)}</span>
        </span>
        <span className={layout('flex gap6 meta')}>
          <span
            className={layout('ellipsis narrow grow', failure === null ? layout.third : layout.errorText)}
          >
            {failure ?? statusWord(words, status)}
          </span>
          <span className={layout('third fixed tabular')}>{took === null ? '' : formatDuration(took)}</span>
        </span>
        <span className={layout('flex gap6 meta third')}>
          <span className={layout('ellipsis narrow grow')}>{workflowId}</span>
          <span className={hasFiles ? layout('ellipsis half') : layout('fixed tabular')}>
            {hasFiles ? source : count}
          </span>
        </span>
      </span>
    </div>
  );
}

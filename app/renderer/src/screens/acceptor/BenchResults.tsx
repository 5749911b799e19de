import { compareWithHost, type HostRecorded, hostAnswer } from '@openwop-inspector/acceptor-core';
import { formatSequence } from '@openwop-inspector/base';
import { classNames, EmptyState, layout, Pending, pickText, Tabs } from '@openwop-inspector/ui';
import { useMemo, useState } from 'react';
import { readHostFile } from '../../model/host-file.ts';
import {
  changeContext,
  dropHost,
  returnTo,
  saveHost,
  setContext,
  setSecrets,
  showPane,
} from '../../state/bench-actions.ts';
import { applyRepair } from '../../state/bench-commands.ts';
import { type Bench, type BenchPane, useBenchStore } from '../../state/bench-store.ts';
import { ComparePane } from './ComparePane.tsx';
import { ContextPane } from './ContextPane.tsx';
import { HistoryPane } from './HistoryPane.tsx';
import { OutcomePane } from './OutcomePane.tsx';

interface BenchPartProps {
  readonly benchId: string;
  readonly bench: Bench;
}

/** Container of the right side: outcome, context, comparisons, history. */
export function BenchResults({ benchId, bench }: BenchPartProps) {
  return (
    <section
      className={classNames(layout.column, layout.pane, layout.narrow, layout.ground)}
      aria-label="Outcome and context"
      data-region="outcome"
    >
      <Tabs<BenchPane>
        label="About this run"
        value={bench.pane}
        onChange={(pane) => showPane(benchId, pane)}
        tabs={[
          { value: 'outcome', label: 'Outcome', panel: <Outcome benchId={benchId} bench={bench} /> },
          { value: 'context', label: 'Context', panel: <Context benchId={benchId} bench={bench} /> },
          { value: 'compare', label: 'Compare', panel: <Compare benchId={benchId} bench={bench} /> },
          {
            value: 'history',
            label: 'History',
            panel: (
              <HistoryPane
                history={bench.history}
                current={bench.run?.number ?? null}
                onReturn={(number) => returnTo(benchId, number)}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

function Outcome({ benchId, bench }: BenchPartProps) {
  const { run, trouble, origin, secrets } = bench;
  const recorded = origin.kind === 'event' ? origin.log.hostRecorded : null;
  const rows = useMemo(
    () =>
      recorded === null || run === null
        ? null
        : compareWithHost(run.answer.result, recorded, run.context.host?.limits ?? null),
    [recorded, run],
  );
  const answer = useMemo(() => {
    if (origin.kind !== 'event' || run === null || rows === null || run.text !== origin.text) return null;
    const masked = origin.log.envelope?.masked ?? 0;
    const { result } = run.answer;
    return hostAnswer({ result, missing: null, hostRecorded: recorded, compared: rows, masked });
  }, [origin, recorded, rows, run]);
  if (trouble !== null) return <Trouble trouble={trouble} recorded={recorded} />;
  if (run === null) return <Pending>The acceptor is running.</Pending>;
  return (
    <OutcomePane
      answer={run.answer}
      context={run.context}
      secrets={secrets}
      hostRows={rows}
      hostAnswer={answer}
      hostWords={origin.kind === 'event' ? `recorded at ${formatSequence(origin.sequence)}` : ''}
      onApply={() => applyRepair(benchId)}
      onEditContext={() => showPane(benchId, 'context')}
    />
  );
}

interface TroubleProps {
  readonly trouble: NonNullable<Bench['trouble']>;
  /** The verdict of the host, when the log holds one. */
  readonly recorded: HostRecorded | null;
}

function Trouble({ trouble, recorded }: TroubleProps) {
  if (trouble.kind === 'not-reconstructable') {
    const verdict = recorded?.code ?? recorded?.meaning ?? recorded?.status ?? null;
    return (
      <EmptyState title="Not reconstructable">
        {trouble.note}.{' '}
        {verdict === null ? 'The host recorded no verdict. ' : <HostVerdict words={verdict} />}
        Put what is missing into the envelope and run it, to see what the acceptor says.
      </EmptyState>
    );
  }
  if (trouble.kind === 'stopped') {
    return (
      <EmptyState title={`Stopped after ${trouble.afterMs / 1000} seconds`}>
        The acceptor was ended: most often a pattern of a schema in the context that backtracks without end.
        Change the schema or leave it out, and run again. Nothing else is affected.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="A bug of the inspector stopped the acceptor">
      Its words, for a report: <code>{trouble.reason}</code>
    </EmptyState>
  );
}

function HostVerdict({ words }: { readonly words: string }) {
  return (
    <>
      The host recorded <code>{words}</code>.{' '}
    </>
  );
}

function Context({ benchId, bench }: BenchPartProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const load = async () => {
    const file = await pickText('Context or discovery document');
    if (file === null) return;
    const read = readHostFile(file.text);
    setProblem(read.ok ? null : `${file.name}: ${read.why}`);
    if (read.ok) setContext(benchId, { ...bench.context, ...read.context });
  };
  return (
    <ContextPane
      context={bench.context}
      secrets={bench.secrets}
      provenance={bench.origin.kind === 'event' ? bench.origin.log.provenance : []}
      problem={problem}
      onChange={(change) => changeContext(benchId, change)}
      onReplace={(context) => setContext(benchId, context)}
      onSecrets={(secrets) => setSecrets(benchId, secrets)}
      onLoad={() => void load()}
    />
  );
}

function Compare({ benchId, bench }: BenchPartProps) {
  const hosts = useBenchStore((state) => state.hosts);
  const load = async () => {
    const file = await pickText('Discovery document of a host');
    const read = file === null ? null : readHostFile(file.text);
    if (file === null || read?.ok !== true || !read.context.host) return;
    saveHost(benchId, { name: file.name.replace(/[.]json$/, ''), host: read.context.host });
  };
  return (
    <ComparePane
      comparison={bench.comparison}
      hosts={hosts}
      host={bench.context.host ?? null}
      onSave={(saved) => saveHost(benchId, saved)}
      onDrop={(name) => dropHost(benchId, name)}
      onLoad={() => void load()}
    />
  );
}

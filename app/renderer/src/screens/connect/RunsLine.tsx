import { countOf, unreachable } from '@openwop-inspector/base';
import type { RunList } from '@openwop-inspector/host-client';
import { RUN_STATUSES, type RunStatus } from '@openwop-inspector/protocol';
import { Button, classNames, layout } from '@openwop-inspector/ui';
import { Failure } from '../../ui/Failure.tsx';
import styles from './Answers.module.css';
import { HostErrorDetails } from './HostErrorDetails.tsx';

/** What is known of the host's list of runs. */
export type RunsState =
  | RunList
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'asking' }
  /** The shell could not ask. */
  | { readonly kind: 'failed'; readonly message: string };

export interface RunsLineProps {
  readonly state: RunsState;
  /** The status that runs are asked for; null for all. */
  readonly status: RunStatus | null;
  readonly onStatus: (status: RunStatus | null) => void;
  readonly onAsk: () => void;
}

/** View: whether the host has a list of runs, of which status, and the way to ask for it. */
export function RunsLine({ state, status, onStatus, onAsk }: RunsLineProps) {
  return (
    <div className={classNames(layout.rowTop, layout.fixed, layout.ruled, layout.second, styles.runsLine)}>
      <div className={classNames(layout.grow, styles.runsWords)} role="status">
        <Words state={state} status={status} />
      </div>
      <label
        className={classNames(layout.row, layout.fixed, layout.gap6, layout.rowText, layout.smallSelect)}
      >
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
        {state.kind === 'not-asked' ? 'List its runs' : 'Ask again'}
      </Button>
    </div>
  );
}

function Words({ state, status }: Pick<RunsLineProps, 'state' | 'status'>) {
  switch (state.kind) {
    case 'not-asked':
      return <p>The host has not been asked for its runs.</p>;
    case 'asking':
      return <p>The host is being asked for its runs.</p>;
    case 'no-list':
      return (
        <p>
          This host has no list of runs: name a runId. Few hosts have one; the protocol does not ask for it.
        </p>
      );
    case 'runs':
      return <p>{listedWords(state, status)}</p>;
    case 'failed':
      return <Failure message={state.message} />;
    case 'error':
      return (
        <>
          <Failure message={state.error.message} />
          <HostErrorDetails error={state.error} />
        </>
      );
    default:
      return unreachable(state);
  }
}

function listedWords({ runs, isCut }: Extract<RunList, { readonly kind: 'runs' }>, status: RunStatus | null) {
  const of = status === null ? '' : ` that ${runs.length === 1 ? 'is' : 'are'} ${status}`;
  if (runs.length === 0) return `The host lists no run${status === null ? '' : ` that is ${status}`}.`;
  const more = isCut ? ' It may have more: choose a status, or name a runId.' : '';
  return `The host lists ${countOf(runs.length, 'run')}${of}.${more} Enter or a double click attaches.`;
}

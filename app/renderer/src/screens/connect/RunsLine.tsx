import type { RunList } from '@openwop-inspector/host-client';
import { countOf } from '../../model/format.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Answers.module.css';
import { Failure } from './Failure.tsx';
import { HostErrorDetails } from './HostErrorDetails.tsx';

/** What is known of the host's list of runs. */
export type RunsState =
  | RunList
  | { readonly kind: 'not-asked' }
  | { readonly kind: 'asking' }
  /** The shell could not ask. */
  | { readonly kind: 'failed'; readonly message: string };

/** View: whether the host has a list of runs, and the way to ask for it. */
export function RunsLine({ state, onAsk }: { readonly state: RunsState; readonly onAsk: () => void }) {
  return (
    <div className={styles.runsLine}>
      <div className={styles.runsWords} role="status">
        <Words state={state} />
      </div>
      <Button small onPress={onAsk}>
        {state.kind === 'not-asked' ? 'List its runs' : 'Ask again'}
      </Button>
    </div>
  );
}

function Words({ state }: { readonly state: RunsState }) {
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
      return (
        <p>
          {state.runs.length === 0
            ? 'The host lists no run.'
            : `The host lists ${countOf(state.runs.length, 'run')}. Enter or a double click attaches.`}
        </p>
      );
    case 'failed':
      return <Failure message={state.message} />;
    case 'error':
      return (
        <>
          <Failure message={state.error.message} />
          <HostErrorDetails error={state.error} />
        </>
      );
  }
}

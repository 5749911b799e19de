import { displayText } from '@openwop-inspector/renderers';
import { Button, classNames, layout, useLasting } from '@openwop-inspector/ui';
import { useId } from 'react';
import type { Attachment } from '../../state/hosts-store.ts';
import { Failure } from '../../ui/Failure.tsx';
import { onEnter } from '../../ui/on-enter.ts';
import styles from './Connect.module.css';
import hostStyles from './Host.module.css';
import { HostErrorDetails } from './HostErrorDetails.tsx';

export interface RunFormProps {
  readonly hostName: string;
  readonly runId: string;
  readonly a2uiDelta: boolean;
  readonly attachment: Attachment | null;
  readonly onRunId: (runId: string) => void;
  readonly onA2uiDelta: (requested: boolean) => void;
  readonly onAttach: () => void;
  readonly onCancel: () => void;
}

/** View: names a run and attaches to it. A refusal is displayed below the button. */
export function RunForm(props: RunFormProps) {
  const { hostName, runId, a2uiDelta, attachment, onRunId, onA2uiDelta, onAttach, onCancel } = props;
  const id = useId();
  const isAsking = attachment?.kind === 'asking';
  const isLasting = useLasting(isAsking);
  const mayAttach = runId.trim() !== '' && !isAsking;
  const submit = () => {
    if (mayAttach) onAttach();
  };
  return (
    <section
      className={classNames(layout.stack, layout.fixed, layout.ruled, layout.gap8, hostStyles.group)}
      aria-label="Run"
    >
      <h3>Run</h3>
      <form
        className={classNames(layout.stack, layout.gap5)}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label htmlFor={id}>runId</label>
        <div className={classNames(layout.rowTop, layout.gap8, styles.fieldAndButton)}>
          <input
            id={id}
            className={layout.input}
            value={runId}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onRunId(event.target.value)}
            onKeyDown={onEnter(submit)}
          />
          <Button
            look="primary"
            icon="live"
            onPress={submit}
            isDisabled={runId.trim() === ''}
            {...(isAsking ? {} : { label: `Attach to this run of ${displayText(hostName)}` })}
          >
            {isAsking ? 'Attaching' : 'Attach'}
          </Button>
          {isLasting ? <Button onPress={onCancel}>Cancel</Button> : null}
        </div>
        <label className={classNames(layout.row, layout.wrap, layout.second, hostStyles.check)}>
          <input
            type="checkbox"
            checked={a2uiDelta}
            onChange={(event) => onA2uiDelta(event.target.checked)}
          />
          Ask for changes of surfaces as deltas <code>a2uiDelta=1</code>
        </label>
      </form>
      {attachment?.kind === 'failed' ? (
        <>
          <Failure message={attachment.message} />
          {attachment.error === null ? null : <HostErrorDetails error={attachment.error} />}
        </>
      ) : null}
    </section>
  );
}

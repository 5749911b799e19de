import { masker } from '@openwop-inspector/base';
import type { RequestPreview, RunAction } from '@openwop-inspector/host-client';
import { Button, CopyButton, classNames, layout } from '@openwop-inspector/ui';
import { useEffect, useRef, useState } from 'react';
import { hostOf } from '../../model/actions/action-text.ts';
import { askToSend, openFork, previewOf } from '../../state/action-actions.ts';
import { keepOutcome } from '../../state/action-store.ts';
import { useLive } from '../../state/live-store.ts';
import { OutcomeAt } from './OutcomeView.tsx';
import { RequestView } from './RequestView.tsx';

/** An action composed by a form, with warnings before it is sent. */
export interface MadeAction {
  readonly action: RunAction;
  readonly warnings: readonly string[];
}

export interface SendBarProps {
  readonly sessionId: string;
  /** Name of the place the outcome is displayed at. */
  readonly place: string;
  /** Verb of the button: "accept", "answer". */
  readonly verb: string;
  /** Changes with the input: a displayed request for other input is dismissed. */
  readonly draft: unknown;
  /** Composes the action; null when something is missing, which the form then reports. */
  readonly make: () => Promise<MadeAction | null>;
}

/** The buttons below a form: send, show the request, copy it. Outcomes are displayed right here. */
export function SendBar({ sessionId, place, verb, draft, make }: SendBarProps) {
  const host = useLive(sessionId, ({ live }) => hostOf(live.baseUrl)) ?? 'the host';
  const [displayed, setDisplayed] = useState<{
    readonly of: unknown;
    readonly request: RequestPreview;
  } | null>(null);
  const request = displayed !== null && displayed.of === draft ? displayed.request : null;
  const isThere = useIsThere();
  const send = async () => {
    const made = await make();
    if (made === null) return;
    await askToSend({ sessionId, place, title: `Send ${verb} to ${host}`, ...made });
  };
  const ask = async (): Promise<RequestPreview | null> => {
    const made = await make();
    if (made === null) return null;
    const preview = await previewOf(sessionId, made.action);
    if ('failed' in preview) {
      keepOutcome(sessionId, place, { kind: 'failed', action: made.action, message: preview.failed });
      return null;
    }
    if (preview.allowed) return preview.request;
    keepOutcome(sessionId, place, { kind: 'refused', action: made.action, refusal: preview });
    return null;
  };
  const show = async () => {
    const found = await ask();
    if (found !== null && isThere()) setDisplayed({ of: draft, request: found });
  };
  return (
    <>
      <div className={classNames(layout.row, layout.wrap, layout.gap8)}>
        <Button look="primary" onPress={() => void send()}>
          Send {verb} to {host}…
        </Button>
        <Button onPress={() => (request === null ? void show() : setDisplayed(null))}>
          {request === null ? 'Show request' : 'Hide request'}
        </Button>
        <CopyButton
          label="Copy as curl"
          text={async () => {
            const curl = (await ask())?.curl;
            return curl === undefined ? null : masker.text(curl);
          }}
        />
      </div>
      {request === null ? null : <RequestView request={request} />}
      <OutcomeAt
        sessionId={sessionId}
        place={place}
        onOtherForm={(action) =>
          void askToSend({ sessionId, place, action, title: `Send ${verb} to ${host}`, warnings: [] })
        }
        onOpenRun={(runId) => void openFork(sessionId, runId)}
      />
    </>
  );
}

/** Whether the component is still mounted when a response arrives. */
function useIsThere(): () => boolean {
  const there = useRef(true);
  useEffect(() => {
    there.current = true;
    return () => {
      there.current = false;
    };
  }, []);
  return () => there.current;
}

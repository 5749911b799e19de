import { masker } from '@openwop-inspector/base';
import type { RequestPreview, RunAction } from '@openwop-inspector/host-client';
import { TrustFrame, useCheckResume } from '@openwop-inspector/renderers';
import { Button, CopyButton, layout } from '@openwop-inspector/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Fold } from '../../shared/Fold.tsx';
import { useTrust } from '../detail/content-queries.ts';
import { useLive } from '../live/live-store.ts';
import { hostOf } from '../live/live-text.ts';
import styles from './Actions.module.css';
import { askToSend, keepOutcome, previewOf } from './action-store.ts';
import { type FirstAnswer, firstAnswer, readJson } from './answers.ts';
import { type AnswerFormProps, answerAction, resumeWarnings } from './check-answer.ts';
import { JsonLine } from './Fields.tsx';
import { OutcomeAt } from './OutcomeView.tsx';
import type { OpenInterrupt } from './open-interrupt.ts';
import { JsonView, RequestView } from './RequestView.tsx';

export interface FormFrameProps {
  readonly sessionId: string;
  readonly interrupt: OpenInterrupt;
  readonly children: ReactNode;
}

/** Container: content of the request, in the frame of untrusted content if untrusted (security S-16). */
export function FormFrame({ sessionId, interrupt, children }: FormFrameProps) {
  const { data } = useTrust(sessionId, interrupt.ordinal);
  if (!interrupt.isUntrusted) return <div className={styles.unframed}>{children}</div>;
  return (
    <TrustFrame trust={{ level: 'untrusted', source: data?.source ?? null }}>
      <div className={layout('stack gap10 pad8x12')}>{children}</div>
    </TrustFrame>
  );
}

/** An action composed by a form, with warnings before it is sent. */
interface MadeAction {
  readonly action: RunAction;
  readonly warnings: readonly string[];
}

interface SendBarProps {
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
    if (!('kind' in preview)) return preview.request;
    keepOutcome(sessionId, place, preview);
    return null;
  };
  const show = async () => {
    const found = await ask();
    if (found !== null && isThere()) setDisplayed({ of: draft, request: found });
  };
  return (
    <>
      <div className={layout('row wrap gap8')}>
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
      <OutcomeAt sessionId={sessionId} place={place} />
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

interface JsonAnswerFormProps extends AnswerFormProps {
  /** Initial text, where another form has been filled in before. */
  readonly first?: FirstAnswer;
}

/** An answer as JSON: for every kind without a form, and as an alternative to the other forms. */
export function JsonAnswerForm({ sessionId, interrupt, place, first }: JsonAnswerFormProps) {
  const check = useCheckResume();
  const [start] = useState(() => first ?? firstAnswer(interrupt));
  const [text, setText] = useState(start.text);
  const [problem, setProblem] = useState<string | null>(null);
  const make = async () => {
    const read = readJson(text);
    setProblem(read.ok ? null : read.message);
    if (!read.ok) return null;
    const warnings = await resumeWarnings(check, interrupt.resumeSchema, read.value);
    const origin = start.isFromContent && text === start.text ? 'content' : 'person';
    return { action: answerAction(interrupt, read.value, origin), warnings };
  };
  return (
    <>
      <FormFrame sessionId={sessionId} interrupt={interrupt}>
        <JsonView label="Request" value={interrupt.data} />
      </FormFrame>
      {interrupt.resumeSchema === null ? null : (
        <Fold title="Schema of the answer">
          <JsonView label="Schema of the answer" value={interrupt.resumeSchema} />
        </Fold>
      )}
      <JsonLine
        label="resumeValue"
        text={text}
        problem={problem}
        onChange={(next) => {
          setText(next);
          setProblem(null);
        }}
      >
        {start.isFromContent ? <small>Begun with the correlation that the request names.</small> : null}
      </JsonLine>
      <SendBar sessionId={sessionId} place={place} verb="answer" draft={text} make={make} />
    </>
  );
}

import { masker } from '@openwop-inspector/base';
import type { RequestPreview } from '@openwop-inspector/host-client';
import { TrustFrame, useCheckResume } from '@openwop-inspector/renderers';
import { Button, CopyButton, layout } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';
import { Fold } from '../../shared/Fold.tsx';
import { useTrust } from '../detail/content-queries.ts';
import { useLive } from '../live/live-store.ts';
import { hostOf } from '../live/live-text.ts';
import { askToSend, keepOutcome, previewOf, type WantedAction } from './action-store.ts';
import {
  type AnswerFormProps,
  answerAction,
  type FirstAnswer,
  firstAnswer,
  readJson,
  resumeWarnings,
} from './answers.ts';
import { JsonLine } from './Fields.tsx';
import { JsonView, OutcomeAt, RequestView } from './RequestView.tsx';

export interface FormFrameProps extends Omit<AnswerFormProps, 'place'> {
  readonly children: ReactNode;
}

/** Container: content of the request, in the frame of untrusted content if untrusted (security S-16). */
export function FormFrame({ sessionId, interrupt, children }: FormFrameProps) {
  const { data } = useTrust(sessionId, interrupt.ordinal);
  if (!interrupt.isUntrusted) return <div className={layout.contents}>{children}</div>;
  return (
    <TrustFrame trust={{ level: 'untrusted', source: data?.source ?? null }}>
      <div className={layout('stack gap10 pad8x12')}>{children}</div>
    </TrustFrame>
  );
}

interface SendBarProps extends Omit<AnswerFormProps, 'interrupt'> {
  /** Verb of the button: "accept", "answer". */
  readonly verb: string;
  /** Changes with the input: a displayed request for other input is dismissed. */
  readonly draft: unknown;
  /** Composes the action with warnings before it; null when something is missing, which the form then reports. */
  readonly make: () => Promise<Required<Pick<WantedAction, 'action' | 'warnings'>> | null>;
}

/** The buttons below a form: send, show the request, copy it. Outcomes are displayed right here. */
export function SendBar({ sessionId, place, verb, draft, make }: SendBarProps) {
  const host = useLive(sessionId, ({ live }) => hostOf(live.baseUrl)) ?? 'the host';
  const [[ofDraft, preview], setPreview] = useState<readonly [draft: unknown, RequestPreview | null]>([
    draft,
    null,
  ]);
  const request = ofDraft === draft ? preview : null;
  const send = async () => {
    const made = await make();
    if (made !== null) await askToSend({ sessionId, place, title: `Send ${verb} to ${host}`, ...made });
  };
  const ask = async (): Promise<RequestPreview | null> => {
    const made = await make();
    if (made === null) return null;
    const found = await previewOf(sessionId, made.action);
    if (!('kind' in found)) return found.request;
    keepOutcome(sessionId, place, found);
    return null;
  };
  const toggle = async () => setPreview([draft, request === null ? await ask() : null]);
  return (
    <>
      <div className={layout('row wrap gap8')}>
        <Button look="primary" onPress={() => void send()}>
          Send {verb} to {host}…
        </Button>
        <Button onPress={() => void toggle()}>{request === null ? 'Show request' : 'Hide request'}</Button>
        <CopyButton
          label="Copy as curl"
          text={async () => {
            const found = await ask();
            return found === null ? null : masker.text(found.curl);
          }}
        />
      </div>
      {request === null ? null : <RequestView request={request} />}
      <OutcomeAt sessionId={sessionId} place={place} />
    </>
  );
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

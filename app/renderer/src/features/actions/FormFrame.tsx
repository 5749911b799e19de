import { masker } from '@openwop-inspector/base';
import type { RequestPreview, RunAction } from '@openwop-inspector/host-client';
import { TrustFrame, useCheckResume, VisibleText } from '@openwop-inspector/renderers';
import { Button, CopyButton, Icon, layout, Pending, Segmented } from '@openwop-inspector/ui';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Fold } from '../../shared/Fold.tsx';
import { useTrust } from '../detail/content-queries.ts';
import { useLive } from '../live/live-store.ts';
import { hostOf } from '../live/live-text.ts';
import styles from './Actions.module.css';
import { askToSend, keepOutcome, openFork, previewOf } from './action-store.ts';
import { type DraftProblem, type FirstAnswer, firstAnswer, readJson } from './answers.ts';
import { type ApprovalDraft, REFINE_SCOPES, type RefineScope } from './approval.ts';
import { type AnswerFormProps, answerAction, resumeWarnings } from './check-answer.ts';
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

interface FieldProblemProps {
  /** Null renders nothing. */
  readonly problem: string | null;
  /** For `aria-describedby` of the field; without it the problem is announced as an alert. */
  readonly id?: string;
}

/** View: the error of a field, below it. */
export function FieldProblem({ problem, id }: FieldProblemProps) {
  if (problem === null) return null;
  const named = id === undefined ? ({ role: 'alert' } as const) : { id };
  return (
    <span className={layout('flex breaks meta errorText gap6 topIcon')} {...named}>
      <Icon name="failed" size={12} /> <VisibleText text={problem} />
    </span>
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

/** Loaded with the first answer that is written as JSON. */
const JsonEditor = lazy(async () => ({
  default: (await import('../../shared/editor/JsonEditor.tsx')).JsonEditor,
}));

interface JsonFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A value as JSON, in the editor of the acceptor. */
export function JsonField({ label, text, onChange }: JsonFieldProps) {
  return (
    <div className={layout('flex crops roundedMore', styles.editor)}>
      <Suspense fallback={<Pending>The editor is on its way.</Pending>}>
        <JsonEditor label={label} text={text} onChange={onChange} />
      </Suspense>
    </div>
  );
}

export interface DraftPartProps {
  readonly draft: ApprovalDraft;
  readonly problems: readonly DraftProblem[];
  readonly onChange: (part: Partial<ApprovalDraft>) => void;
}

/** The requested changes, and where (run-events 3.2.3). Earlier votes no longer count after it. */
export function RefineFields({ draft, problems, onChange }: DraftPartProps) {
  const problemOf = (field: string) => problems.find((one) => one.field === field)?.message ?? null;
  return (
    <>
      <div className={layout.field}>
        <span>What is to be changed</span>
        <Segmented<RefineScope>
          label="Scope"
          choices={REFINE_SCOPES.map((scope) => ({ value: scope, label: scope }))}
          value={draft.scope}
          onChange={(scope) => onChange({ scope })}
        />
      </div>
      {draft.scope === 'section' ? (
        <TextLine
          label="sectionPath"
          value={draft.sectionPath}
          problem={problemOf('sectionPath')}
          onChange={(sectionPath) => onChange({ sectionPath })}
        />
      ) : null}
      {draft.scope === 'items' ? (
        <TextLine
          label="itemIds"
          explain="separated by commas"
          value={draft.itemIds}
          problem={problemOf('itemIds')}
          onChange={(itemIds) => onChange({ itemIds })}
        />
      ) : null}
      <TextLine
        label="tags"
        explain="optional, separated by commas"
        value={draft.tags}
        problem={null}
        onChange={(tags) => onChange({ tags })}
      />
      <TextLine
        label="text"
        explain="optional; earlier votes no longer count after a refine"
        value={draft.text}
        problem={null}
        isLong
        onChange={(text) => onChange({ text })}
      />
    </>
  );
}

interface TextLineProps {
  readonly label: string;
  readonly explain?: string;
  readonly value: string;
  readonly problem: string | null;
  readonly isLong?: boolean;
  readonly onChange: (value: string) => void;
}

/** A labelled line of text, with its error below. */
export function TextLine({ label, explain, value, problem, isLong = false, onChange }: TextLineProps) {
  const id = useId();
  const common = {
    id,
    value,
    'aria-invalid': problem !== null,
    'aria-describedby': `${id}-said`,
    autoComplete: 'off',
    onChange: (event: { readonly target: { readonly value: string } }) => onChange(event.target.value),
  };
  return (
    <div className={layout.field}>
      <label htmlFor={id}>{label}</label>
      {isLong ? <textarea {...common} /> : <input {...common} />}
      <span id={`${id}-said`}>
        {explain === undefined ? null : <small>{explain}</small>}
        <FieldProblem problem={problem} id={`${id}-problem`} />
      </span>
    </div>
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
      <div className={layout.field}>
        <span>
          resumeValue <small>as JSON</small>
        </span>
        <JsonField
          label="resumeValue"
          text={text}
          onChange={(next) => {
            setText(next);
            setProblem(null);
          }}
        />
        {start.isFromContent ? <small>Begun with the correlation that the request names.</small> : null}
        <FieldProblem problem={problem} />
      </div>
      <SendBar sessionId={sessionId} place={place} verb="answer" draft={text} make={make} />
    </>
  );
}

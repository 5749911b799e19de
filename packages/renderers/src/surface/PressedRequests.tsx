import { Button, Icon, layout } from '@openwop-inspector/ui';
import { useEffect, useState } from 'react';
import { Clause } from '../clause/Clause.tsx';
import { type PressAnswer, type ResumeCheck, useCheckResume } from '../contract/render-services.ts';
import { pressedAction } from '../model/a2ui/surface-actions.ts';
import { isLocked, type ValidSurface } from '../model/a2ui/surface-model.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { displayText } from '../visible-text/visible-text.ts';
import type { LockReason } from './lock-reasons.ts';
import { type RequestPlace, RequestText, type SurfaceRequest, surfaceRequest } from './RequestText.tsx';
import styles from './surface.module.css';

interface PressedRequestsProps {
  /** Newest first. */
  readonly pressed: readonly PressedRequest[];
  readonly resumeSchema: unknown;
  /** A host is attached, and each press shows its result. */
  readonly isSent: boolean;
}

/** What was pressed on this surface, the newest unfolded, and read out as it comes. */
export function PressedRequests({ pressed, resumeSchema, isSent }: PressedRequestsProps) {
  const [newest] = pressed;
  return (
    <>
      <p className="visually-hidden" role="status">
        {newest === undefined ? '' : saidOf(newest)}
      </p>
      {newest !== undefined && (
        <section className={layout('grid narrow gap6 pad0x16')}>
          <h4 className={layout.primary}>
            {isSent ? 'Pressed on this surface' : 'Pressed in this rehearsal'}{' '}
            <span className={styles.meta}>
              {isSent ? 'the last five' : 'the last five; nothing was sent'}
            </span>
          </h4>
          <ol className={layout('grid gap4', styles.presses)}>
            {pressed.map((press) => (
              <li key={press.number}>
                <details className={styles.fold} open={press === newest}>
                  <summary>
                    <span className={layout('ident', styles.number)}>{press.number}</span>{' '}
                    <VisibleText text={press.label} />{' '}
                    <span className={styles.meta}>{press.request.target}</span>
                  </summary>
                  {press.answer === 'asking' && (
                    <p className={layout('remark breaks padY4')}>
                      The exact request is displayed for a last look.
                    </p>
                  )}
                  {press.answer !== null && press.answer !== 'asking' && (
                    <p className={layout('remark breaks padY4', LOOKS[press.answer.kind])}>
                      <b>{WORD[press.answer.kind]}</b> <VisibleText text={press.answer.words} />
                    </p>
                  )}
                  <RequestText request={press.request} canCopy />
                  <ResumeVerdict schema={resumeSchema} value={press.request.resumeValue} />
                </details>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

function saidOf({ number, request, answer }: PressedRequest): string {
  if (answer === 'asking') return '';
  if (answer !== null) return `Press ${number}: ${answer.words}`;
  return `Press ${number}: the request to ${request.target} is displayed below the surface. Nothing was sent.`;
}

const WORD = { sent: '✓ Sent.', refused: '✕ Refused.', 'not-sent': 'Not sent.' } as const;
const LOOKS = { sent: layout.okText, refused: layout.errorText, 'not-sent': '' } as const;

export interface PressedRequest {
  /** From 1, in the order of the presses. */
  readonly number: number;
  /** Label of the button, a stranger's text. */
  readonly label: string;
  /** Place of the button among the components. */
  readonly index: number;
  readonly request: SurfaceRequest;
  /** Null in a rehearsal, where nothing is sent; `asking` until the person and the host have answered. */
  readonly answer: PressAnswer | 'asking' | null;
}

/**
 * Whether a value would be taken by the interrupt it answers, as far as its `schema` says, which is null where the log
 * has none. `value` is the same object while it is the same value.
 */
function ResumeVerdict({ schema, value }: { readonly schema: unknown; readonly value: unknown }) {
  const verdict = useResumeCheck(schema, value);
  return (
    <div className={layout('remark', styles.verdict)} role="status">
      {verdict === null && 'Checking against the resumeSchema…'}
      {verdict?.kind === 'satisfied' && (
        <p className={layout.okText}>✓ Satisfies the resumeSchema of the interrupt.</p>
      )}
      {verdict?.kind === 'not-checked' && <p>Not checked against a resumeSchema. {verdict.why}</p>}
      {verdict?.kind === 'violated' && (
        <>
          <p className={layout.errorText}>✕ Does not satisfy the resumeSchema of the interrupt.</p>
          <ul>
            {verdict.details.slice(0, 10).map(({ pointer, message }) => (
              <li key={`${pointer} ${message}`}>
                <VisibleText as="code" text={pointer === '' ? 'the value' : pointer} />{' '}
                <VisibleText text={message} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

/** The verdict on a value; null while it is pending. `schema` is null where the log has none. */
function useResumeCheck(schema: unknown, value: unknown): ResumeCheck | null {
  const check = useCheckResume();
  const [found, setFound] = useState<{ readonly of: unknown; readonly verdict: ResumeCheck } | null>(null);
  const isRequested = check !== null && schema !== null && schema !== undefined;
  useEffect(() => {
    if (!isRequested) return;
    const stop = new AbortController();
    const settle = (verdict: ResumeCheck) => {
      if (!stop.signal.aborted) setFound({ of: value, verdict });
    };
    check(schema, value, stop.signal).then(settle, () =>
      settle({ kind: 'not-checked', why: 'The check could not be made.' }),
    );
    return () => stop.abort();
  }, [isRequested, check, schema, value]);
  if (schema === null || schema === undefined) {
    return { kind: 'not-checked', why: 'The log holds no resumeSchema of the interrupt.' };
  }
  if (check === null) return { kind: 'not-checked', why: 'Nothing here checks schemas of hosts.' };
  return found !== null && Object.is(found.of, value) ? found.verdict : null;
}

/** `asks`: a host is attached. `past`: it is, and this is a state of the past. `no-host`: nothing is ever sent. */
const SENDING = {
  asks: 'Pressing it shows the exact request and asks first.',
  past: 'Nothing is sent from an earlier state: the last frame is the surface that the host waits for.',
  'no-host': 'Nothing leaves this machine: sending needs a live host.',
} as const;

export interface RequestPreviewProps {
  readonly model: ValidSurface;
  readonly place: RequestPlace;
  readonly reasons: readonly LockReason[];
  /** Effect of a press here. */
  readonly sending: keyof typeof SENDING;
  /** Place of the button pressed last, whose request is displayed unless another was chosen. */
  readonly lastPressed: number | null;
  /** Absent while nothing is filled in. */
  readonly onReset?: () => void;
}

/** The request of a button as it would go out with what is filled in now. */
export function RequestPreview(props: RequestPreviewProps) {
  const { model, place, reasons, sending, lastPressed, onReset } = props;
  const { buttons } = model;
  const [chosen, setChosen] = useState<number | null>(null);
  const displayed = buttons.find(({ index }) => index === (chosen ?? lastPressed)) ?? buttons[0];
  if (displayed === undefined) {
    return <p className={styles.quiet}>The surface has no button, so nothing would ever be sent.</p>;
  }
  const { label, action } = displayed.button;
  const request = surfaceRequest(pressedAction(model, displayed.button), place);
  const blocking = isLocked(model, displayed.button) ? reasons : [];
  const isOnlyEmpty = blocking.every(({ code }) => code === 'a2ui_required_empty');
  const condition = isOnlyEmpty ? ' once the required fields are filled' : ' if it were not locked';
  return (
    <section className={layout('grid narrow gap6 pad0x16')}>
      <p className={layout('flex breaks remark gap6')}>
        <Icon name="play" size={12} />
        <span>
          <VisibleText text={label} /> would send this{blocking.length > 0 && condition}. {SENDING[sending]}
        </span>
      </p>
      {buttons.length < 2 ? null : (
        <label className={layout('row narrow nowrap remark gap6 smallSelect')}>
          Request of{' '}
          <select value={displayed.index} onChange={(event) => setChosen(Number(event.currentTarget.value))}>
            {buttons.map(({ index, button }) => (
              <option key={index} value={index}>
                {displayText(button.label)}
              </option>
            ))}
          </select>
        </label>
      )}
      <RequestText request={request} canCopy={blocking.length === 0} />
      <div className={layout('rowTop wrap', styles.row)}>
        <details className={styles.fold}>
          <summary>How this request is made</summary>
          <ul className={layout('grid breaks gap4', styles.rules)}>
            {RULES[model.answers === null ? 'tree' : 'messages']}
            {RULES[action.target]}
          </ul>
        </details>
        {onReset === undefined ? null : (
          <Button small onPress={onReset}>
            Reset what was filled in
          </Button>
        )}
      </div>
    </section>
  );
}

/** How a request is made of each body of a surface and for each target, and where the protocol says less than one would like. */
const RULES = {
  tree: (
    <>
      <li>
        A value goes out under the <code>id</code> of its field, in document order; <code>action</code> comes
        last, with the id of the pressed button <Cited clause="envelope 7.3" />
      </li>
      <li>
        Two fields with one id, or a field called <code>action</code>, would replace one value by another:
        then no button works <Cited clause="envelope 7.2" />
      </li>
    </>
  ),
  messages: (
    <li>
      What goes out is the context of the button with its paths resolved in the data model, or the whole model
      where the button has none. What is entered changes the data at the path of its field{' '}
      <Cited clause="envelope 7.7" />
    </li>
  ),
  resume: (
    <li>
      Target <code>resume</code>: the values become the <code>resumeValue</code> of the interrupt{' '}
      <Cited clause="envelope 7.3" />
    </li>
  ),
  exchange: (
    <li>
      Target <code>exchange</code>: the values become a message of the conversation. The protocol names no
      request for it; this is the form a recorded host takes, as the content of a turn{' '}
      <Cited clause="envelope 7.3, run-events 2" />
    </li>
  ),
} as const;

function Cited({ clause }: { readonly clause: string }) {
  return (
    <span className={styles.meta}>
      <Clause clause={clause} />
    </span>
  );
}

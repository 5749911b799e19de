import { layout } from '@openwop-inspector/ui';
import { createContext, useContext, useEffect, useState } from 'react';
import type { PressAnswer } from '../contract/render-services.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import { RequestText } from './RequestText.tsx';
import styles from './surface.module.css';
import type { SurfaceRequest } from './surface-request.ts';

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

interface ResumeVerdictProps {
  /** `resumeSchema` of the interrupt; null when the log has none. */
  readonly schema: unknown;
  /** The same object while it is the same value. */
  readonly value: unknown;
}

/** Whether a value would be taken by the interrupt it answers, as far as its schema says. */
function ResumeVerdict({ schema, value }: ResumeVerdictProps) {
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

// Whether a value satisfies the schema of an interrupt. Who knows how to check foreign schemas says so from outside.

export type ResumeCheck =
  | { readonly kind: 'satisfied' }
  | { readonly kind: 'violated'; readonly details: readonly ResumeViolation[] }
  /** `why` is one sentence. */
  | { readonly kind: 'not-checked'; readonly why: string };

/** One place where the value differs. Words of the schema only. */
export interface ResumeViolation {
  /** RFC 6901 pointer from the value. */
  readonly pointer: string;
  readonly message: string;
}

/** Checks a value against a schema that a host brought: elsewhere, under limits, never in this window. */
export type CheckResume = (schema: unknown, value: unknown, signal: AbortSignal) => Promise<ResumeCheck>;

const ResumeCheckContext = createContext<CheckResume | null>(null);

/** Provides a schema check to surfaces; without it the rehearsal says "not checked". */
export const ResumeCheckProvider = ResumeCheckContext.Provider;

/** Returns the schema check, or null. */
export const useCheckResume = (): CheckResume | null => useContext(ResumeCheckContext);

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

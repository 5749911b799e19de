import { unreachable } from '@openwop-inspector/base';
import type { ActionOutcome, RequestPreview } from '@openwop-inspector/host-client';
import { Clause, VisibleText } from '@openwop-inspector/renderers';
import { Button, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import { Remark } from '../../shared/Failure.tsx';
import { Fold } from '../../shared/Fold.tsx';
import { formattedJson } from '../acceptor/json-text.ts';
import { askToSend, openFork, useOutcome } from './action-store.ts';

/** A request exactly as it is sent, except for masked tokens and the formatting of its body. */
export function RequestView({ request }: { readonly request: RequestPreview }) {
  const { method, url, headers, body } = request;
  const displayed = formattedJson(body) ?? body;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={layout('narrow card pad8x12')} role="group" aria-label="Request">
      <p className={layout.code}>
        <b>{method}</b> <VisibleText text={url} />
      </p>
      {headers.map(([name, value]) => (
        <p key={name} className={layout('breaks code second')}>
          {name}: <VisibleText text={value} />
        </p>
      ))}
      <ScrolledText label="Body" text={displayed} />
      {displayed === body ? null : (
        <p className={layout.caption}>Laid out for reading; it is sent without the line breaks.</p>
      )}
    </div>
  );
}

const SCROLLED = layout('scrolls rounded payload focusRing max260 padY8 tab2');

/** A foreign multi-line text, read-only. */
function ScrolledText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <pre className={SCROLLED} tabIndex={0} role="group" aria-label={label}>
      <VisibleText text={text} />
    </pre>
  );
}

/** Maximum length of the displayed text, in UTF-16 units; the Payload tab has all of it. */
const LONGEST = 8000;

/** A foreign value as read-only JSON. */
export function JsonView({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  const displayed = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
  return <ScrolledText label={label} text={displayed} />;
}

/** The raw body of a response, masked, folded by default. */
export function HostAnswerFold({ body }: { readonly body: string }) {
  return (
    <Fold title="Answer of the host">
      {body === '' ? (
        <p className={layout.caption}>It had no body.</p>
      ) : (
        <ScrolledText label="Body of the answer" text={body} />
      )}
    </Fold>
  );
}

export interface OutcomeAtProps {
  readonly sessionId: string;
  readonly place: string;
  /** The log's report since, which overrides the host's response; absent while it has none. */
  readonly since?: ReactNode;
}

/** Container: the result of the last action at a place, at the place of the action. */
export function OutcomeAt(at: OutcomeAtProps) {
  return (
    <div className={layout('stack gap8 leading hidesEmpty wideParts')} role="status">
      <Outcome {...at} />
    </div>
  );
}

function Outcome(at: OutcomeAtProps) {
  const acted = useOutcome(at.sessionId, at.place);
  switch (acted?.kind) {
    case undefined:
    case 'cancelled':
      return null;
    case 'failed':
      return (
        <Remark icon="failed" tone="error">
          <b>Not sent.</b> <VisibleText text={acted.message} />
        </Remark>
      );
    case 'refused':
      // Refused here, before anything left this machine.
      return (
        <Remark icon="untrusted" tone="error">
          <b>Not sent.</b> {acted.refusal.message} <code>{acted.refusal.code}</code>{' '}
          <Clause isQuiet clause={acted.refusal.clause} />
        </Remark>
      );
    case 'answered':
      return <Answered {...at} outcome={acted.outcome} />;
    default:
      return unreachable(acted);
  }
}

interface AnsweredProps extends OutcomeAtProps {
  readonly outcome: ActionOutcome;
}

/** Offers another form of the answer that this host may require; it is never sent automatically (bundles 8). */
function Answered({ sessionId, place, since, outcome }: AnsweredProps) {
  if (outcome.ok) {
    const { status, words, newRunId, body } = outcome;
    return (
      <>
        <Remark icon="ok" tone="ok">
          <b>Answered {status}.</b> {since ?? <VisibleText text={words} />}
        </Remark>
        {newRunId === null ? null : (
          <Button small onPress={() => void openFork(sessionId, newRunId)}>
            Go to run {newRunId}
          </Button>
        )}
        <HostAnswerFold body={body} />
      </>
    );
  }
  const { error, otherForm: action } = outcome;
  return (
    <>
      <Remark icon="failed" tone="error">
        <b>{error.status === null ? 'No answer.' : `Refused, ${error.status}.`}</b>{' '}
        <VisibleText text={error.message} /> <code>{error.code}</code>
        {error.hostMessage === null ? null : (
          <>
            {' '}
            The host says: “
            <VisibleText text={error.hostMessage} />”
          </>
        )}
      </Remark>
      {since === undefined ? null : <p className={layout('words breaks')}>{since}</p>}
      {action === null || since !== undefined ? null : (
        <div className={layout('row wrap gap8')}>
          <span className={layout.caption}>
            Some hosts want the answers as an object keyed by question:{' '}
            <code>{'{"answers": {"id": "text"}}'}</code>.
          </span>
          <Button
            small
            onPress={() => void askToSend({ sessionId, place, action, title: 'Send the answer' })}
          >
            Send the other form…
          </Button>
        </div>
      )}
      <HostAnswerFold body={error.rawBody} />
    </>
  );
}

import type { RequestPreview } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import { Fold } from '../../shared/Fold.tsx';
import { formattedJson } from '../acceptor/json-text.ts';
import styles from './Actions.module.css';

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

/** A foreign multi-line text, read-only. */
export function ScrolledText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <pre className={styles.body} tabIndex={0} role="group" aria-label={label}>
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

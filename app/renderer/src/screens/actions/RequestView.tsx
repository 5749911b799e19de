import type { RequestPreview } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, layout } from '@openwop-inspector/ui';
import { formattedJson } from '../../model/formatted-json.ts';
import styles from './Actions.module.css';
import { ScrolledText } from './ScrolledText.tsx';

/** A request exactly as it is sent, except for masked tokens and the formatting of its body. */
export function RequestView({ request }: { readonly request: RequestPreview }) {
  const { method, url, headers, body } = request;
  const displayed = formattedJson(body) ?? body;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={classNames(layout.narrow, layout.card, layout.pad8x12)} role="group" aria-label="Request">
      <p className={styles.line}>
        <b>{method}</b> <VisibleText text={url} />
      </p>
      {headers.map(([name, value]) => (
        <p key={name} className={classNames(layout.breaks, layout.code, styles.header)}>
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

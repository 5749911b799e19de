import { masker } from '@openwop-inspector/base';
import type { HostDiscovery } from '@openwop-inspector/host-client';
import {
  type PayloadNode,
  PayloadTree,
  type PayloadTreeHandle,
  VisibleText,
  valueSource,
} from '@openwop-inspector/renderers';
import { classNames, copyText, layout } from '@openwop-inspector/ui';
import { useCallback, useMemo, useRef } from 'react';
import { discoveryDocument } from '../../model/connect-findings.ts';
import styles from './Answers.module.css';

export interface DocumentTreeProps {
  readonly discovery: HostDiscovery;
  /** Place that is the current one when the tree opens. */
  readonly pointer: string | null;
}

/** The discovery document as the host sent it, masked: a tree, or its text where that is no JSON. */
export function DocumentTree({ discovery, pointer }: DocumentTreeProps) {
  const document = useMemo(() => discoveryDocument(discovery), [discovery]);
  const source = useMemo(() => valueSource(document), [document]);
  const tree = useRef<PayloadTreeHandle>(null);
  const isDue = useRef(pointer !== null);
  // Who came here from a finding had the focus there.
  const focusPlace = useCallback(
    (node: PayloadNode | null) => {
      if (!isDue.current || node === null || (pointer !== '' && node.pointer !== pointer)) return;
      isDue.current = false;
      tree.current?.focus();
    },
    [pointer],
  );
  if (document === undefined) {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
      <section className={styles.text} tabIndex={0} aria-label="Discovery document">
        <pre>
          <VisibleText text={discovery.documentText} />
        </pre>
      </section>
    );
  }
  return (
    <div className={classNames(layout.column, layout.pane, styles.tree)}>
      <PayloadTree
        ref={tree}
        source={source}
        root=""
        label="Discovery document"
        onCurrent={focusPlace}
        onCopy={async (text) => (await copyText(masker.json(text).text)).kind === 'copied'}
        first={pointer === null || pointer === '' ? null : { pointer, byteOffset: 0 }}
      />
    </div>
  );
}

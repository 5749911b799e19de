import { formatCount, ownString } from '@openwop-inspector/base';
import { useState } from 'react';
import { useRenderServices } from '../contract/render-services.ts';
import type { EnvelopeSubject } from '../contract/render-subject.ts';
import { VisibleText } from '../visible-text/VisibleText.tsx';
import styles from './surface.module.css';

export interface SurfaceReasoningProps {
  readonly subject: EnvelopeSubject;
  readonly payload: unknown;
}

const POINTER = '/payload/reasoning';

/** Longest reasoning that is shown, in UTF-16 units; the data is never clipped (envelope 5). */
const MAX_LENGTH = 20_000;

/** What the model said about its surface, folded: it never routes and never decides (envelope 5). */
export function SurfaceReasoning({ subject, payload }: SurfaceReasoningProps) {
  const { content } = useRenderServices();
  const [loaded, setLoaded] = useState<string | null>(null);
  const left = subject.leftOut.find(({ pointer }) => pointer === POINTER);
  const text = loaded ?? ownString(payload, 'reasoning') ?? '';
  const length = left?.length ?? text.length;
  if (length === 0) return null;
  const unfold = async () => {
    if (left === undefined || loaded !== null) return;
    const answer = await content.text(subject, POINTER);
    setLoaded(answer.kind === 'text' ? answer.text : answer.message);
  };
  return (
    <details className={styles.fold} onToggle={(event) => event.currentTarget.open && void unfold()}>
      <summary>
        Reasoning <span className={styles.meta}>{formatCount(length)} characters, decides nothing</span>
      </summary>
      <div className={styles.reasoning}>
        <VisibleText text={text.slice(0, MAX_LENGTH)} />
        {text.length > MAX_LENGTH ? <p className={styles.meta}>Clipped here; whole under Payload.</p> : null}
      </div>
    </details>
  );
}

import { TrustFrame } from '@openwop-inspector/renderers';
import { layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import type { OpenInterrupt } from '../../model/actions/open-interrupt.ts';
import { useTrust } from '../../queries/content-queries.ts';
import styles from './Actions.module.css';

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

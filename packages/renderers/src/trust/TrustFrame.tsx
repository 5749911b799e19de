import { Icon } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';
import type { SubjectTrust } from '../contract/render-subject.ts';
import { TaintSourceLink } from './TaintSourceLink.tsx';
import styles from './trust.module.css';

export interface TrustFrameProps {
  readonly trust: SubjectTrust;
  readonly children: ReactNode;
}

/**
 * Untrusted content in its frame: hatched edge, dashed line, a label that names the source of the taint. Trusted and
 * unmarked content has no frame (security S-16).
 */
export function TrustFrame({ trust, children }: TrustFrameProps) {
  if (trust.level !== 'untrusted') return children;
  return (
    // A group, not a landmark: there may be many of them on a page.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className={styles.frame} role="group" aria-label="Untrusted content">
      <p className={styles.caption}>
        <Icon name="untrusted" />
        <b>Untrusted content</b>
        {trust.source === null ? null : <TaintSourceLink source={trust.source} />}
      </p>
      {children}
    </div>
  );
}

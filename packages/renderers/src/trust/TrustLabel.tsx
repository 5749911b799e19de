import type { SubjectTrust } from '../contract/render-subject.ts';
import { TrustGlyph } from './TrustGlyph.tsx';
import styles from './trust.module.css';

/** The word for the trust of one thing, beside its name. */
export function TrustLabel({ level }: { readonly level: SubjectTrust['level'] }) {
  switch (level) {
    case 'untrusted':
      return (
        <span className={styles.badge}>
          <TrustGlyph size={12} />
          Untrusted
        </span>
      );
    case 'trusted':
      return <span className={styles.word}>Trusted</span>;
    case 'unmarked':
      return <span className={styles.word}>Trust not marked</span>;
  }
}

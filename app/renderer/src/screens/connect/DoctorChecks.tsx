import type { DoctorCheck } from '@openwop-inspector/host-client';
import { VisibleText } from '@openwop-inspector/renderers';
import { classNames, Icon, type IconName, layout } from '@openwop-inspector/ui';
import { CHECK_NAMES } from '../../model/connect-words.ts';
import styles from './Doctor.module.css';
import { HostErrorDetails } from './HostErrorDetails.tsx';

interface Form {
  readonly icon: IconName;
  readonly word: string;
  readonly className: string | undefined;
}

/** Glyph and word that travel with a verdict. */
const FORMS: Readonly<Record<DoctorCheck['verdict'], Form>> = {
  fine: { icon: 'ok', word: 'Fine', className: styles.isFine },
  remark: { icon: 'note', word: 'Remark', className: styles.isRemark },
  fault: { icon: 'failed', word: 'Fault', className: styles.isFault },
  'not-tried': { icon: 'unknown', word: 'Not tried', className: styles.isNotTried },
};

/** The checks in the order they ran. What the host answered to the fault is shown above them. */
export function DoctorChecks({ checks }: { readonly checks: readonly DoctorCheck[] }) {
  return (
    <ol className={layout.topRuled} aria-label="Checks">
      {checks.map((check) => {
        const { icon, word, className } = FORMS[check.verdict];
        return (
          <li key={check.id} className={classNames(styles.checkRow, className)}>
            <span className={classNames(layout.inlineRow, layout.nowrap, layout.gap6, styles.checkVerdict)}>
              <Icon name={icon} /> {word}
            </span>
            <b>{CHECK_NAMES[check.id]}</b>
            <span className={classNames(layout.breaks, layout.second, styles.checkWords)}>
              <VisibleText text={check.words} />
            </span>
            {check.error === null || check.verdict === 'fault' ? null : (
              <div className={styles.checkError}>
                <HostErrorDetails error={check.error} />
              </div>
            )}
          </li>
        );
      })}
    </ol>
  );
}

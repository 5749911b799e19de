import { countOf } from '@openwop-inspector/base';
import type { Severity } from '@openwop-inspector/protocol';
import { classNames, Icon, layout, tones } from '@openwop-inspector/ui';
import { ToggleButton } from 'react-aria-components';
import { SEVERITIES, SEVERITY_FORM } from '../../ui/severity-form.ts';
import styles from './Problems.module.css';

export interface SeverityTogglesProps {
  readonly counts: Readonly<Record<Severity, number>>;
  readonly shown: readonly Severity[];
  readonly onToggle: (severity: Severity) => void;
}

/** Which severities are listed. */
export function SeverityToggles({ counts, shown, onToggle }: SeverityTogglesProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a form's looks and a legend
    <div
      className={classNames(
        layout.flex,
        layout.wrap,
        layout.fixed,
        layout.ruled,
        layout.gap8,
        layout.pad5x12,
      )}
      role="group"
      aria-label="Severities shown"
    >
      {SEVERITIES.map((severity) => (
        <ToggleButton
          key={severity}
          className={classNames(
            layout.inlineRow,
            layout.boxed,
            layout.primary,
            layout.gap6,
            layout.noOutline,
            styles.toggle,
          )}
          isSelected={shown.includes(severity)}
          onChange={() => onToggle(severity)}
        >
          <span className={styles.box}>
            {shown.includes(severity) ? <Icon name="check" size={10} /> : null}
          </span>
          <Icon name={SEVERITY_FORM[severity].icon} className={classNames(tones[severity])} />
          {countOf(counts[severity], severity)}
        </ToggleButton>
      ))}
    </div>
  );
}

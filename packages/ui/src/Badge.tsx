import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classNames } from './class-names.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icon-paths.ts';

export type BadgeTone = 'error' | 'warning' | 'note' | 'ok' | 'untrusted' | 'plain';

const GLYPHS: Record<BadgeTone, IconName | null> = {
  error: 'failed',
  warning: 'warning',
  note: 'note',
  ok: 'ok',
  untrusted: 'untrusted',
  plain: null,
};

export interface BadgeProps {
  readonly tone: BadgeTone;
  /** The word; a badge never says a thing by colour alone. */
  readonly children: ReactNode;
  /** Another glyph than the tone's own, null for none. */
  readonly icon?: IconName | null;
}

/** A glyph and a word in an outline. Untrusted content has a dashed edge, truncation a doubled right edge. */
export function Badge({ tone, children, icon = GLYPHS[tone] }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], icon === 'truncated' && styles.torn)}>
      {icon === null ? null : <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}

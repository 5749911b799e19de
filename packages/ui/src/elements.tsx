/** Small things that screens and renderers are made of. */
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import styles from './elements.module.css';
import { type IconName, iconShapes } from './icon-paths.ts';
import { classNames, layout, tones } from './layout.ts';

interface IconProps {
  readonly name: IconName;
  /** Edge in CSS pixels; 14 in rows and buttons, 18 next to a title. */
  readonly size?: number;
  readonly className?: string | undefined;
  /** Only for an icon without text; next to a word it stays hidden from assistive technology. */
  readonly label?: string;
}

/** A line glyph in the colour of the text around it. */
export function Icon({ name, size = 14, className, label }: IconProps) {
  const naming = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden, or named by aria-label; a <title> would add a tooltip
    <svg
      className={classNames(styles.icon, className)}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      focusable="false"
      {...naming}
    >
      {iconShapes(name).map((shape) => (
        <path
          key={shape.d}
          d={shape.d}
          className={shape.fill ? styles.solid : undefined}
          strokeDasharray={shape.dash}
        />
      ))}
    </svg>
  );
}

export type BadgeTone = 'error' | 'warning' | 'note' | 'ok' | 'untrusted' | 'plain';

const BADGES: Record<BadgeTone, { readonly glyph: IconName | null; readonly look: string }> = {
  error: { glyph: 'failed', look: layout('errorText errorTint') },
  warning: { glyph: 'warning', look: layout('warnText warnTint') },
  note: { glyph: 'note', look: layout('noteText noteTint') },
  ok: { glyph: 'ok', look: layout('okText okTint') },
  untrusted: { glyph: 'untrusted', look: layout('untrustedText untrustedTint') },
  plain: { glyph: null, look: layout('second plainEdge') },
};

export interface BadgeProps {
  readonly tone: BadgeTone;
  /** The word; a badge never says a thing by colour alone. */
  readonly children: ReactNode;
  /** Another glyph than the tone's own, null for none. */
  readonly icon?: IconName | null;
  /** Only the glyph shows, without an outline; the word is its tooltip. */
  readonly isMark?: boolean;
}

/** A glyph and a word in an outline. Untrusted content has a dashed edge, truncation a doubled right edge. */
export function Badge({ tone, children, icon = BADGES[tone].glyph, isMark = false }: BadgeProps) {
  if (isMark)
    return (
      <span className={tones[tone]} title={typeof children === 'string' ? children : undefined}>
        {icon === null ? null : <Icon name={icon} size={14} />}
        <span className="visually-hidden">{children}</span>
      </span>
    );
  return (
    <span className={classNames(styles.badge, BADGES[tone].look, icon === 'truncated' && layout.torn)}>
      {icon === null ? null : <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}

interface FactsProps {
  /** `Fact`s, or `dt` and `dd` themselves. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** Names and what they are, in two columns. */
export function Facts({ children, className }: FactsProps) {
  return <dl className={classNames(styles.facts, className)}>{children}</dl>;
}

/** One name with what it is. */
export function Fact({ name, children }: { readonly name: ReactNode; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface TableHeadProps {
  readonly names: readonly string[];
  /** Only for those who hear the table: what a column says is clear to the eye. */
  readonly isHidden?: boolean;
  /** Cells after the names. */
  readonly children?: ReactNode;
}

/** The row of a table that names its columns. */
export function TableHead({ names, isHidden = false, children }: TableHeadProps) {
  return (
    <thead className={isHidden ? 'visually-hidden' : undefined}>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {children}
      </tr>
    </thead>
  );
}

interface MeterProps {
  /** Part that is filled, 0 to 1; null while it is not known. */
  readonly share: number | null;
  readonly tone?: 'plain' | 'accent' | 'warning' | 'error';
}

/** A bar that is filled in part. It is for the eye alone: adjacent text, or a role around it, says the same. */
export function Meter({ share, tone = 'plain' }: MeterProps) {
  return (
    <span className={layout('block crops sunken', styles.meter)} aria-hidden="true">
      <i
        className={classNames(styles[tone], share === null && styles.unknown)}
        style={{ width: `${(share ?? 1) * 100}%` }}
      />
    </span>
  );
}

/** Says what is being waited for. It shows itself only after a moment, so that quick answers do not flash. */
export function Pending({ children }: { readonly children: string }) {
  return (
    <p role="status" className={layout('words late pad24x20')}>
      {children}
    </p>
  );
}

/**
 * Renders its children one task later than their parent. Mounting a whole pane takes tens of milliseconds; in steps the
 * window stays responsive.
 */
export function InNextTask({ children }: { readonly children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true));
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}

interface ScrollRegionProps extends Omit<ComponentProps<'section'>, 'tabIndex'> {
  readonly 'aria-label': string;
}

/** A region that scrolls by itself. It takes the focus, so that keys scroll it. */
export function ScrollRegion(props: ScrollRegionProps) {
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  return <section {...props} tabIndex={0} />;
}

interface KbdProps {
  /** One cap each: `['Ctrl', 'K']`. */
  readonly keys: readonly string[];
  /**
   * True inside something that has a name of its own, such as a button: the caps are then drawn for the eye only and
   * are not part of that name.
   */
  readonly isHint?: boolean;
}

/** Keys that work where they are displayed. */
export function Kbd({ keys, isHint = false }: KbdProps) {
  return (
    <span className={layout('inlineFlex gap3 middle')} aria-hidden={isHint ? true : undefined}>
      {keys.map((key) => (
        <kbd
          key={key}
          className={layout('nowrap chrome rounded second', styles.key)}
          data-key={isHint ? key : undefined}
        >
          {isHint ? null : key}
        </kbd>
      ))}
    </span>
  );
}

interface EmptyStateProps {
  /** What is so, in one sentence: "No event matches the filter". */
  readonly title: string;
  /** Why, and what to do about it. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
}

/** Replaces rows, and says why there are none and what to do. */
export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={layout('grid packed leading gap8 max56ch pad24x20')}>
      <p className={layout.strong}>{title}</p>
      {children === undefined ? null : <div className={layout.words}>{children}</div>}
      {actions === undefined ? null : <div className={layout('flex wrap gap8 padTop4')}>{actions}</div>}
    </div>
  );
}

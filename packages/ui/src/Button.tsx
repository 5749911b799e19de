import type { ComponentProps, ReactNode } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import styles from './Button.module.css';
import { Icon, Kbd } from './elements.tsx';
import type { IconName } from './icon-paths.ts';
import { classNames } from './layout.ts';

export interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly icon?: IconName;
  /** Key caps after the words; the key has to work where the button is displayed. */
  readonly keys?: readonly string[];
  readonly look?: 'plain' | 'primary' | 'quiet' | 'link';
  readonly small?: boolean;
  readonly isDisabled?: boolean;
  /** Replaces the visible words for assistive technology; must begin with them. */
  readonly label?: string;
  readonly autoFocus?: boolean;
  readonly className?: string | undefined;
}

/** A button with words. `link` is for going to something inside the window, `primary` for the one thing to do. */
export function Button({
  children,
  onPress,
  icon,
  keys,
  look = 'plain',
  small = false,
  isDisabled = false,
  label,
  autoFocus = false,
  className,
}: ButtonProps) {
  return (
    <AriaButton
      className={classNames(styles.button, styles[look], small && styles.small, className)}
      onPress={onPress}
      isDisabled={isDisabled}
      autoFocus={autoFocus}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
      {keys === undefined ? null : <Kbd keys={keys} isHint />}
    </AriaButton>
  );
}

interface ControlButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  readonly look?: 'plain' | 'quiet' | 'icon';
}

/** A small button with a state that the others do not have: pressed, folded, revealed, disabled but focused. */
export function ControlButton({ look = 'plain', className, ...props }: ControlButtonProps) {
  const looks = look === 'plain' ? '' : classNames(styles.quiet, look === 'icon' && styles.iconOnly);
  return (
    <button
      type="button"
      className={classNames(styles.button, styles.small, styles.control, looks, className)}
      {...props}
    />
  );
}

export interface IconButtonProps {
  readonly icon: IconName;
  /** What the button does, in words; also its tooltip. */
  readonly label: string;
  readonly onPress: () => void;
  readonly small?: boolean;
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
}

/** An icon alone: only where every desktop has it (close, copy, up, down), always with a name. */
export function IconButton({
  icon,
  label,
  onPress,
  small = false,
  isDisabled = false,
  className,
}: IconButtonProps) {
  return (
    <span title={label} className={styles.hint}>
      <AriaButton
        className={classNames(styles.button, styles.quiet, styles.iconOnly, small && styles.small, className)}
        onPress={onPress}
        isDisabled={isDisabled}
        aria-label={label}
      >
        <Icon name={icon} size={small ? 12 : 14} />
      </AriaButton>
    </span>
  );
}

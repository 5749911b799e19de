import type { MaskedText } from '@openwop-inspector/base';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components';
import { announce } from './announce.tsx';
import styles from './Button.module.css';
import { Icon, Kbd } from './elements.tsx';
import type { IconName } from './icon-paths.ts';
import { classNames, layout } from './layout.ts';

interface ButtonProps extends Pick<AriaButtonProps, 'isDisabled' | 'autoFocus'> {
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly icon?: IconName;
  /** Key caps after the words; the key has to work where the button is displayed. */
  readonly keys?: readonly string[];
  readonly look?: 'plain' | 'primary' | 'quiet' | 'link';
  readonly small?: boolean;
  /** Replaces the visible words for assistive technology; must begin with them. */
  readonly label?: string;
  readonly className?: string | undefined;
}

/** A button with words. `link` is for going to something inside the window, `primary` for the one thing to do. */
export function Button(props: ButtonProps) {
  const { children, icon, keys, look = 'plain', small = false, label, className, ...button } = props;
  return (
    <AriaButton
      {...button}
      className={classNames(styles.button, styles[look], small && styles.small, className)}
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

interface IconButtonProps extends Pick<ButtonProps, 'onPress' | 'small' | 'isDisabled' | 'className'> {
  readonly icon: IconName;
  /** What the button does, in words; also its tooltip. */
  readonly label: string;
}

/** An icon alone: only where every desktop has it (close, copy, up, down), always with a name. */
export function IconButton({ icon, label, small = false, className, ...button }: IconButtonProps) {
  return (
    <span title={label} className={layout.inlineFlex}>
      <AriaButton
        {...button}
        className={classNames(styles.button, styles.quiet, styles.iconOnly, small && styles.small, className)}
        aria-label={label}
      >
        <Icon name={icon} size={small ? 12 : 14} />
      </AriaButton>
    </span>
  );
}

/** How long the button says what became of the copy, in ms. */
const CONFIRMED_FOR_MS = 1600;

interface CopyButtonProps {
  /** "Copy path"; the confirmation replaces it for a moment. */
  readonly label: string;
  /** Called when pressed; null when there is nothing to copy any more. */
  readonly text: MaskedText | (() => Promise<MaskedText | null>);
  readonly iconOnly?: boolean;
  readonly small?: boolean;
}

/** Copies, and says so where it was pressed. */
export function CopyButton({ label, text, iconOnly = false, small = false }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<CopyResult | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), CONFIRMED_FOR_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  const onPress = () => {
    void copyAndAnnounce(text).then(setOutcome);
  };
  const words = outcome === null ? label : textFor(outcome);
  const icon = outcome === null ? 'copy' : outcome.kind === 'copied' ? 'check' : 'warning';
  if (iconOnly) return <IconButton icon={icon} label={words} onPress={onPress} small={small} />;
  return (
    <Button icon={icon} onPress={onPress} small={small}>
      {words}
    </Button>
  );
}

function textFor(outcome: CopyResult): string {
  return outcome.kind === 'copied' ? 'Copied' : 'Copying was refused';
}

async function copyAndAnnounce(text: CopyButtonProps['text']): Promise<CopyResult> {
  const value = typeof text === 'string' ? text : await text();
  const outcome: CopyResult =
    value === null ? { kind: 'refused', message: 'nothing to copy' } : await copyText(value);
  announce(textFor(outcome));
  return outcome;
}

/** What became of a copy. `refused` carries the words of the platform. */
type CopyResult = { readonly kind: 'copied' } | { readonly kind: 'refused'; readonly message: string };

/** Puts text without secrets on the clipboard (security S-14). Needs a gesture of the user; never throws. */
export async function copyText(text: MaskedText): Promise<CopyResult> {
  try {
    await navigator.clipboard.writeText(text);
    return { kind: 'copied' };
  } catch (reason) {
    return copyBySelection(text) ? { kind: 'copied' } : { kind: 'refused', message: String(reason) };
  }
}

/** The older way, for windows in which the clipboard interface is not granted. */
function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'visually-hidden';
  document.body.append(field);
  field.select();
  const done = document.execCommand?.('copy') ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}

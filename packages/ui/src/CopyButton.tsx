import type { MaskedText } from '@openwop-inspector/base';
import { useEffect, useState } from 'react';
import { announce } from './announce.tsx';
import { Button, IconButton } from './Button.tsx';

/** How long the button says what became of the copy, in ms. */
const CONFIRMED_FOR_MS = 1600;

export interface CopyButtonProps {
  /** "Copy path"; the confirmation replaces it for a moment. */
  readonly label: string;
  /** Called when pressed; null when there is nothing to copy any more. */
  readonly text: MaskedText | (() => Promise<MaskedText | null>);
  readonly iconOnly?: boolean;
  readonly small?: boolean;
  readonly keys?: readonly string[];
}

/** Copies, and says so where it was pressed. */
export function CopyButton({ label, text, iconOnly = false, small = false, keys }: CopyButtonProps) {
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
    <Button icon={icon} onPress={onPress} small={small} {...(keys === undefined ? {} : { keys })}>
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

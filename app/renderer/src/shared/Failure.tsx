import { errorText } from '@openwop-inspector/base';
import { READABLE_ON_THE_WAY } from '@openwop-inspector/host-client';
import { Icon, type IconName, layout, tones } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';

type Tone = keyof typeof tones;

export interface RemarkProps {
  readonly icon: IconName;
  /** Of glyph and words; the words of a second line without it. */
  readonly tone?: Tone | undefined;
  /** Of the glyph alone. */
  readonly iconTone?: Tone;
  readonly role?: 'alert' | 'status';
  readonly children: ReactNode;
}

/** A sentence or two after the glyph of what they say. */
export function Remark({ icon, tone, iconTone = 'normal', role, children }: RemarkProps) {
  const colour = tone === undefined ? layout.second : tones[tone];
  return (
    <p className={layout('rowTop breaks rowText gap8 topIcon', colour)} role={role}>
      <Icon name={icon} className={tones[iconTone]} /> <span className={layout.narrow}>{children}</span>
    </p>
  );
}

/** What could not be done, where it was tried. */
export function Failure({ message }: { readonly message: ReactNode }) {
  return (
    <Remark icon="failed" tone="error" role="alert">
      {message}
    </Remark>
  );
}

interface UnreadProps {
  /** The beginning of the sentence. */
  readonly what: string;
  readonly why: string;
  readonly className?: string;
}

/** What could not be read, in its place. */
export function Unread({ what, why, className = layout('words pad12x16') }: UnreadProps) {
  return (
    <p role="alert" className={className}>
      {what} could not be read: {why}.
    </p>
  );
}

/** What the last attempt failed with, as text, and the function to make one with; undefined comes of one that fails. */
export function useAttempt() {
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async <T,>(act: () => Promise<T>): Promise<T | undefined> => {
    setFailure(null);
    try {
      return await act();
    } catch (reason) {
      setFailure(errorText(reason));
      return undefined;
    }
  };
  return { failure, attempt };
}

/** That a token would cross a network in the clear (security S-11). */
export function ReadableOnTheWay() {
  return (
    <Remark icon="warning" tone="warning">
      {READABLE_ON_THE_WAY}
    </Remark>
  );
}

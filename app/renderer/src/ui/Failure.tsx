import { errorText } from '@openwop-inspector/base';
import { READABLE_ON_THE_WAY } from '@openwop-inspector/host-client';
import { Icon, layout } from '@openwop-inspector/ui';
import { type ReactNode, useState } from 'react';

/** What could not be done, where it was tried. */
export function Failure({ message }: { readonly message: ReactNode }) {
  return (
    <p className={layout('rowTop breaks errorText gap8 topIcon')} role="alert">
      <Icon name="failed" /> <span>{message}</span>
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
    <p className={layout('rowTop warnText gap8 topIcon')}>
      <Icon name="warning" /> {READABLE_ON_THE_WAY}
    </p>
  );
}

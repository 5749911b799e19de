import { classNames, Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';

/** What could not be done, where it was tried. */
export function Failure({ message }: { readonly message: ReactNode }) {
  return (
    <p
      className={classNames(layout.rowTop, layout.breaks, layout.errorText, layout.gap8, layout.topIcon)}
      role="alert"
    >
      <Icon name="failed" /> <span>{message}</span>
    </p>
  );
}

import { Icon, layout } from '@openwop-inspector/ui';
import type { ReactNode } from 'react';

/** What could not be done, where it was tried. */
export function Failure({ message }: { readonly message: ReactNode }) {
  return (
    <p className={layout('rowTop breaks errorText gap8 topIcon')} role="alert">
      <Icon name="failed" /> <span>{message}</span>
    </p>
  );
}

import type { SavedHost } from '@openwop-inspector/shell-contract';
import { AuthorityPane } from './AuthorityPane.tsx';
import { DoctorPane } from './DoctorPane.tsx';
import { HostHead } from './HostHead.tsx';
import { RunChoice } from './RunChoice.tsx';
import { TokenChoicePane } from './TokenChoicePane.tsx';

/** One host: its name, its token, its certificate authority, the run to attach to, and whether all of that works. */
export function HostPane({ host }: { readonly host: SavedHost }) {
  return (
    <>
      <HostHead host={host} />
      <TokenChoicePane host={host} />
      <AuthorityPane host={host} />
      <RunChoice host={host} />
      <DoctorPane host={host} />
    </>
  );
}

import { countOf } from '@openwop-inspector/base';
import { Button, MenuButton } from '@openwop-inspector/ui';
import type { SavedHost } from '../../acceptor-worker/acceptor-contract.ts';
import {
  pickDeclarations,
  removeDeclaration,
  takeTalkedTo,
  useTalkedTo,
} from '../../state/declaration-actions.ts';

/** The hosts that are asked: added from files, folders and hosts that the window has talked to, and removed. */
export function Declarations({ hosts }: { readonly hosts: readonly SavedHost[] }) {
  const talkedTo = useTalkedTo();
  return (
    <>
      <Button icon="file" onPress={() => void pickDeclarations(false)}>
        Add files
      </Button>
      <Button icon="folder" onPress={() => void pickDeclarations(true)}>
        Add a folder
      </Button>
      {talkedTo.length === 0 ? null : (
        <MenuButton
          icon="live"
          label="Live host: use its declaration"
          entries={talkedTo.map(({ name }, at) => ({
            id: String(at),
            title: `Use the declaration of ${name}`,
          }))}
          onAction={(id) => {
            const host = talkedTo[Number(id)];
            if (host !== undefined) takeTalkedTo(host);
          }}
        >
          Live host
        </MenuButton>
      )}
      {hosts.length === 0 ? null : (
        <MenuButton
          entries={hosts.map(({ name }) => ({ id: name, title: `Remove ${name}`, icon: 'close' }))}
          onAction={removeDeclaration}
        >
          {countOf(hosts.length, 'declaration')}
        </MenuButton>
      )}
    </>
  );
}

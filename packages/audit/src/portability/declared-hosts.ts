/** Discovery documents as hosts to hold envelopes against, each with a name of its own. Pure. */
import { type HostDeclaration, readHostDeclaration } from '@openwop-inspector/acceptor-core';
import { childAt, ownString } from '@openwop-inspector/base';

/** Hosts that are looked at. */
export const MAX_HOSTS = 50;

/** A discovery document, read. `own` is the name that the host gives itself. */
export type ReadDeclaration = NonNullable<ReturnType<typeof readDeclaration>>;

/** A host by what it declares. */
export interface DeclaredHost {
  /** Its own name; with the file where several have the same, the file alone where it has none. */
  readonly name: string;
  readonly file: string;
  readonly declaration: HostDeclaration;
}

/** Null for a document that says nothing of envelopes. */
export function readDeclaration(file: string, document: unknown) {
  const declaration = readHostDeclaration(document);
  if (declaration === null) return null;
  const own = ownString(childAt(document, 'implementation'), 'name');
  return { file, declaration, own: own === '' ? null : own };
}

/** Names that several declarations give their host, with the files of each. */
export function sharedNames(
  read: readonly ReadDeclaration[],
): readonly (readonly [name: string, files: readonly string[]])[] {
  const byName = new Map<string, string[]>();
  for (const { own, file } of read) if (own !== null) byName.set(own, [...(byName.get(own) ?? []), file]);
  return [...byName].filter(([, files]) => files.length > 1);
}

/** In the order in which they were read. */
export function declaredHosts(read: readonly ReadDeclaration[]): readonly DeclaredHost[] {
  const shared = new Set(sharedNames(read).map(([name]) => name));
  return read.map(({ own, file, declaration }) => ({
    name: own === null ? file : shared.has(own) ? `${own} (${file})` : own,
    file,
    declaration,
  }));
}

/** Saved discovery documents: those of folders and files, each with a name of its own. */
import { type HostDeclaration, readHostDeclaration } from '@openwop-inspector/acceptor-core';
import { childAt, ownString } from '@openwop-inspector/base';
import { complain, remark } from '../verbs/complain.ts';
import { foundFiles } from './found-files.ts';
import type { Surroundings } from './open-log.ts';
import { readJsonFile } from './whole-text.ts';

/** A host by what it declares. */
export interface DeclaredHost {
  /** Its name; with the file where several have the same, the file alone where it has none. */
  readonly name: string;
  readonly file: string;
  readonly declaration: HostDeclaration;
}

/** Hosts that are looked at, and junk that is named one by one. */
const MAX_HOSTS = 50;
const NAMED = 5;

/**
 * The declarations of these paths. Junk of a folder is named in one remark; a file that was named and is none is a
 * complaint, and the answer is null.
 */
export async function readDeclarations(
  paths: readonly string[],
  surroundings: Surroundings,
): Promise<readonly DeclaredHost[] | null> {
  const { terminal, signal } = surroundings;
  const { files, remarks } = await foundFiles(paths);
  for (const one of remarks) remark(terminal, one);
  const hosts: (Omit<DeclaredHost, 'name'> & { readonly own: string | null })[] = [];
  const junk: string[] = [];
  let left = 0;
  for (const { path, isFromFolder } of files) {
    if (signal.aborted) break;
    if (hosts.length === MAX_HOSTS) {
      left++;
      continue;
    }
    const read = await readJsonFile(path, surroundings);
    const declaration = read.kind === 'read' ? readHostDeclaration(read.value) : null;
    if (read.kind === 'read' && declaration !== null) {
      const own = ownString(childAt(read.value, 'implementation'), 'name');
      hosts.push({ file: path, declaration, own: own === '' ? null : own });
    } else if (isFromFolder) junk.push(path);
    else {
      const why =
        read.kind === 'refused'
          ? read.message
          : `${path}: this is no discovery document, it says nothing of envelopes`;
      complain(terminal, why);
      return null;
    }
  }
  if (junk.length > 0) remark(terminal, `${listed(junk)}: no declaration of a host, left out`);
  if (left > 0) remark(terminal, `${left} more are left out: ${MAX_HOSTS} hosts are looked at at most`);
  return named(hosts, surroundings);
}

function listed(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.slice(0, NAMED).join(', ')}${more}`;
}

function named(
  hosts: readonly (Omit<DeclaredHost, 'name'> & { readonly own: string | null })[],
  { terminal }: Surroundings,
): readonly DeclaredHost[] {
  const byName = new Map<string, string[]>();
  for (const { own, file } of hosts) if (own !== null) byName.set(own, [...(byName.get(own) ?? []), file]);
  for (const [name, files] of byName)
    if (files.length > 1)
      remark(terminal, `${listed(files)} declare the same host, ${name}: each is looked at on its own`);
  return hosts.map(({ own, file, declaration }) => {
    const isShared = own !== null && (byName.get(own)?.length ?? 0) > 1;
    return { name: own === null ? file : isShared ? `${own} (${file})` : own, file, declaration };
  });
}

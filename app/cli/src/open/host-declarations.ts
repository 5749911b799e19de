/** Saved discovery documents: those of folders and files, each with a name of its own. */
import {
  type DeclaredHost,
  declaredHosts,
  MAX_HOSTS,
  type ReadDeclaration,
  readDeclaration,
  sharedNames,
} from '@openwop-inspector/audit';
import { complain, remark } from '../verbs/complain.ts';
import { foundFiles } from './found-files.ts';
import type { Surroundings } from './open-log.ts';
import { readJsonFile } from './whole-text.ts';

/** Junk that is named one by one. */
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
  const hosts: ReadDeclaration[] = [];
  const junk: string[] = [];
  let left = 0;
  for (const { path, isFromFolder } of files) {
    if (signal.aborted) break;
    if (hosts.length === MAX_HOSTS) {
      left++;
      continue;
    }
    const read = await readJsonFile(path, surroundings);
    const declaration = read.kind === 'read' ? readDeclaration(path, read.value) : null;
    if (declaration !== null) hosts.push(declaration);
    else if (isFromFolder) junk.push(path);
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
  for (const [name, files] of sharedNames(hosts))
    remark(terminal, `${listed(files)} declare the same host, ${name}: each is looked at on its own`);
  return declaredHosts(hosts);
}

function listed(paths: readonly string[]): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : '';
  return `${paths.slice(0, NAMED).join(', ')}${more}`;
}

/** Declarations of hosts from files: what each file is, and the list that they join. Pure. */
import { MAX_HOSTS, readDeclaration } from '@openwop-inspector/audit';
import { formatCount } from '@openwop-inspector/base';
import { plainLine } from '@openwop-inspector/protocol';
import type { SavedHost } from '../acceptor-worker/run-jobs.ts';

/** A file that was read; `why` when it could not be. */
export type ReadText = { readonly file: string } & ({ readonly text: string } | { readonly why: string });

/** Result of adding files as declarations. */
export interface AddedDeclarations {
  readonly hosts: readonly SavedHost[];
  /** Names of those that were added, or replaced one of the same name. */
  readonly added: readonly string[];
  /** Each file that is not a declaration, with the reason. */
  readonly junk: readonly { readonly file: string; readonly why: string }[];
}

/** Adds declarations from files, up to fifty hosts. A different host of the same name is named with its file. */
export function addDeclarations(hosts: readonly SavedHost[], texts: readonly ReadText[]): AddedDeclarations {
  let all = hosts;
  const added: string[] = [];
  const junk: { readonly file: string; readonly why: string }[] = [];
  for (const one of texts) {
    const file = plainLine(one.file);
    const read = 'why' in one ? one.why : declaredIn(file, one.text);
    if (typeof read === 'string') junk.push({ file, why: read });
    else {
      const name = nameFor(read, file, all);
      const isNew = !all.some((held) => held.name === name);
      if (isNew && all.length >= MAX_HOSTS)
        junk.push({ file, why: `left out: ${formatCount(MAX_HOSTS)} hosts are looked at at most` });
      else {
        all = isNew
          ? [...all, { name, host: read.host }]
          : all.map((held) => (held.name === name ? { name, host: read.host } : held));
        added.push(name);
      }
    }
  }
  return { hosts: all, added, junk };
}

interface Declared {
  readonly own: string | null;
  readonly host: SavedHost['host'];
}

function declaredIn(file: string, text: string): Declared | string {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch {
    return 'this is not JSON';
  }
  const read = readDeclaration(file, document);
  if (read === null) return 'this is no declaration of a host: it says nothing of envelopes';
  return { own: read.own === null ? null : plainLine(read.own), host: read.declaration };
}

/** The same host with the same declaration is the same; with another one it is distinguished by its file. */
function nameFor({ own, host }: Declared, file: string, hosts: readonly SavedHost[]): string {
  if (own === null) return file;
  const held = hosts.find(({ name }) => name === own);
  const isSame = held === undefined || JSON.stringify(held.host) === JSON.stringify(host);
  return isSame ? own : `${own} (${file})`;
}

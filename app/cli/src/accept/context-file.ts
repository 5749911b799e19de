import { type AcceptContext, readAcceptContext } from '@openwop-inspector/acceptor-core';
import type { Surroundings } from '../open/open-log.ts';
import { readJsonFile } from '../open/whole-text.ts';
import { type Line, line } from '../terminal/line.ts';

/** A context, or what is wrong with the file, one line a place. */
export type ContextFile =
  | { readonly kind: 'read'; readonly context: AcceptContext }
  | { readonly kind: 'refused'; readonly message: string; readonly places: readonly Line[] };

/** Reads a context file (vectors FORMAT 2.1); null is the context of nobody, in which nothing is known. */
export async function readContextFile(file: string | null, surroundings: Surroundings): Promise<ContextFile> {
  if (file === null) return { kind: 'read', context: {} };
  const json = await readJsonFile(file, surroundings);
  if (json.kind === 'refused') return { ...json, places: [] };
  const read = readAcceptContext(json.value);
  if (read.ok) return { kind: 'read', context: read.context };
  return {
    kind: 'refused',
    message: `${file}: this is no context`,
    places: read.problems.map(({ pointer, message }) =>
      line(`  ${pointer === '' ? 'the file' : pointer}: ${message}`),
    ),
  };
}

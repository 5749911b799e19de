import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blank, dim, type Line, line, strong } from '@openwop-inspector/base/document';
import {
  CLAUSE_PAGES,
  type ClausePlace,
  type ClauseTarget,
  clausePlace,
  clauseText,
  splitClause,
} from '@openwop-inspector/protocol';
import type { VerbMeans } from '../verb.ts';
import { EXIT, type ExitStatus, fail } from './complain.ts';

/** A clause with what it says, in Markdown. */
interface CitedClause extends ClauseTarget, ClausePlace {
  readonly citation: string;
  readonly text: string;
}

/** `clause CITATION`: what a cited clause says. 2 when the citation names none, or the pages are not installed. */
export async function clause(
  citation: string,
  { json }: { readonly json: boolean },
  { terminal, installation }: Pick<VerbMeans, 'terminal' | 'installation'>,
): Promise<ExitStatus> {
  const cited: CitedClause[] = [];
  for (const { text: words, target } of splitClause(citation)) {
    if (target === null) continue;
    const said = await readClause(words, target, installation);
    if (said !== null) cited.push(said);
  }
  if (cited.length === 0) {
    const isInstalled = existsSync(join(installation, 'docs', 'protocol'));
    return fail(
      terminal,
      isInstalled ? `"${citation}" names no clause` : 'the protocol pages are not part of this installation',
      [line(dim(`Pages: ${CLAUSE_PAGES.join(', ')}. A clause is a page and a number or id: "acceptor S7".`))],
    );
  }
  if (json) await terminal.printDocument({ citation, clauses: cited });
  else
    await terminal.print(
      cited.flatMap((one, at) => (at === 0 ? displayed(one) : [blank, ...displayed(one)])),
    );
  return EXIT.fine;
}

async function readClause(
  citation: string,
  target: ClauseTarget,
  installation: string,
): Promise<CitedClause | null> {
  const place = clausePlace(target);
  const file = join(installation, 'docs', 'protocol', `${target.page}.md`);
  if (place === null || !existsSync(file)) return null;
  const text = clauseText(await readFile(file, 'utf8'), target);
  return text === null ? null : { citation, ...target, ...place, text };
}

function displayed({ citation, pageTitle, section, title, link, text }: CitedClause): readonly Line[] {
  return [
    line(strong(citation), `  ${pageTitle}, ${section} ${title}`),
    line({ text: link, style: 'dim', link }),
    blank,
    ...text.split('\n').map((row) => line(row)),
  ];
}

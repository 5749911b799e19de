import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { apart, blank, dim, line, strong } from '@openwop-inspector/base/document';
import {
  CLAUSE_PAGES,
  type ClausePlace,
  type ClauseTarget,
  clausePlace,
  clauseText,
  splitClause,
} from '@openwop-inspector/protocol';
import type { Options } from '../grammar/options.ts';
import type { VerbMeans } from '../verb.ts';
import { answering, printAnswer } from './answer-from-log.ts';
import { EXIT, Refusal } from './complain.ts';

/** A clause with what it says, in Markdown. */
interface CitedClause extends ClauseTarget, ClausePlace {
  readonly citation: string;
  readonly text: string;
}

/** `clause CITATION`: what a cited clause says. 2 when the citation names none, or the pages are not installed. */
export const clause = answering<string, Options<'clause'>, Pick<VerbMeans, 'terminal' | 'installation'>>(
  async (citation, options, { terminal, installation }) => {
    const clauses: CitedClause[] = [];
    for (const { text: words, target } of splitClause(citation)) {
      const said = target === null ? null : await readClause(words, target, installation);
      if (said !== null) clauses.push(said);
    }
    if (clauses.length === 0) {
      const isInstalled = existsSync(join(installation, 'docs', 'protocol'));
      const absent = 'the protocol pages are not part of this installation';
      const pages = `Pages: ${CLAUSE_PAGES.join(', ')}. A clause is a page and a number or id: "acceptor S7".`;
      throw new Refusal(isInstalled ? `"${citation}" names no clause` : absent, [line(dim(pages))]);
    }
    const document = () =>
      apart(
        clauses.map(({ citation, pageTitle, section, title, link, text }) => [
          line(strong(citation), `  ${pageTitle}, ${section} ${title}`),
          line({ text: link, style: 'dim', link }),
          blank,
          ...text.split('\n').map((row) => line(row)),
        ]),
      );
    await printAnswer({ citation, clauses }, options, terminal, { document });
    return EXIT.fine;
  },
);

async function readClause(citation: string, target: ClauseTarget, installation: string) {
  const place = clausePlace(target);
  const file = join(installation, 'docs', 'protocol', `${target.page}.md`);
  if (place === null || !existsSync(file)) return null;
  const text = clauseText(await readFile(file, 'utf8'), target);
  return text === null ? null : { citation, ...target, ...place, text };
}

/** What documents are written in: CommonMark 0.31.2, GFM and formulas. The parser decides what is what. */
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { parse } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import type { Construct, ConstructRecord, ParseContext } from 'micromark-util-types';
import { formulaSyntax, formulaTrees } from './formulas.ts';
import { writtenTrees } from './written.ts';

/** Quotes, lists and footnotes begin left of this column: what a line costs grows with the cube of its nesting. */
const MAX_COLUMN = 40;

/** A parser for one source: where its formulas end is looked up in it. */
export function parserOf(source: string): ParseContext {
  const parser = parse({ extensions: [gfm(), formulaSyntax(source)] });
  parser.constructs.document = bounded(parser.constructs.document);
  return parser;
}

function bounded(containers: ConstructRecord): ConstructRecord {
  return Object.fromEntries(
    Object.entries(containers).map(([sign, constructs]) => [sign, [constructs ?? []].flat().map(boundedOne)]),
  );
}

/** A container that is text when it would begin too far to the right. */
function boundedOne(construct: Construct): Construct {
  return {
    ...construct,
    tokenize(effects, ok, nok) {
      return this.now().column > MAX_COLUMN ? nok : construct.tokenize.call(this, effects, ok, nok);
    },
  };
}

/** What makes trees of that syntax. */
export const treeExtensions = [gfmFromMarkdown(), formulaTrees, writtenTrees];

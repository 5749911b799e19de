// @vitest-environment jsdom
import { tests } from 'commonmark-spec';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { services } from '../../test/document.tsx';
import {
  isSubsequence,
  lettersOf,
  outlineOf,
  renderedHtml,
  withHtmlPutBack,
} from '../../test/rendered-html.tsx';
import { RenderServicesProvider } from '../contract/render-services.ts';
import { readDocument } from './parse/read-document.ts';
import { Blocks } from './show/Blocks.tsx';
import { DocumentProvider } from './show/markdown-components.tsx';

/** Where this viewer differs from CommonMark on purpose, by the numbers of the examples of 0.31.2. */
const DIFFERENT = {
  /** HTML is displayed as source (security S-05). Put back in place, it gives the expected result of the example. */
  htmlIsSource: new Set([
    21, 31, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 161, 162, 163, 164, 165, 166,
    167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187,
    188, 189, 190, 191, 201, 308, 309, 344, 475, 476, 477, 491, 494, 524, 536, 613, 614, 615, 616, 617, 623,
    625, 626, 627, 628, 629, 630, 631, 642, 643,
  ]),
  /** Addresses without angle brackets are links, as GFM has it. Nothing else changes. */
  bareAddressesAreLinks: new Set([602, 606, 608, 611, 612]),
};

const examples = tests.map(({ markdown, html, section, number }) => ({
  name: `${section}, example ${number}`,
  number,
  markdown: markdown.replaceAll('→', '\t'),
  html: html.replaceAll('→', '\t'),
}));

const isDifferent = ({ number }: { readonly number: number }) =>
  Object.values(DIFFERENT).some((numbers) => numbers.has(number));

describe('the examples of CommonMark 0.31.2', () => {
  test('all of them are here', () => {
    expect(examples.map(({ number }) => number)).toEqual(Array.from({ length: 652 }, (_, at) => at + 1));
  });

  test.each(examples.filter((example) => !isDifferent(example)))('$name', ({ markdown, html }) => {
    expect(outlineOf(renderedHtml(markdown))).toBe(outlineOf(html));
  });

  test.each(examples.filter(({ number }) => DIFFERENT.htmlIsSource.has(number)))(
    '$name: HTML is source',
    ({ markdown, html }) => {
      const displayed = renderedHtml(markdown);
      expect(outlineOf(displayed)).not.toBe(outlineOf(html));
      expect(outlineOf(withHtmlPutBack(displayed))).toBe(outlineOf(html));
    },
  );

  test.each(examples.filter(({ number }) => DIFFERENT.bareAddressesAreLinks.has(number)))(
    '$name: a bare address is a link',
    ({ markdown, html }) => {
      const displayed = renderedHtml(markdown);
      expect(outlineOf(displayed)).not.toBe(outlineOf(html));
      expect(outlineOf(displayed.replace(/<\/?a\b[^>]*>/g, ''))).toBe(outlineOf(html));
    },
  );

  test.each(examples)('$name: all that it expects to be read is on screen', ({ markdown, html }) => {
    expect(onScreen(markdown)).toSatisfy((text: string) => isSubsequence(lettersOf(html), text));
  });
});

/** The text of all blocks, as they are rendered. */
function onScreen(markdown: string): string {
  const { blocks, footnotes } = readDocument(markdown);
  const html = renderToStaticMarkup(
    <RenderServicesProvider value={services}>
      <DocumentProvider value={{ current: null }}>
        <Blocks blocks={[...blocks, ...footnotes.flatMap((footnote) => footnote.blocks)]} />
      </DocumentProvider>
    </RenderServicesProvider>,
  );
  return lettersOf(html);
}

// @vitest-environment jsdom
import { tests } from 'commonmark-spec';
import { expect, test } from 'vitest';
import { outlineOf, shownHtml } from './shown-html-in-test.tsx';
test.each(tests)('$section, example $number', ({ markdown, html }) => {
  expect(outlineOf(shownHtml(markdown.replaceAll('→','\t')))).toBe(outlineOf(html.replaceAll('→','\t')));
});

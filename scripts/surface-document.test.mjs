import { expect, test } from 'vitest';
import { surfaceDocument } from './parts/surface-document.mjs';

test('the document of the surface frame has everything inside it and names nothing outside (security S-03)', async () => {
  const files = [];
  await surfaceDocument('chrome114').generateBundle.call({ emitFile: (file) => files.push(file) });
  expect(files.map(({ fileName }) => fileName)).toEqual(['surface.html']);
  const [{ source: html }] = files;
  expect(html.match(/<style>|<script>/g)).toEqual(['<style>', '<script>']);
  expect(html.match(/<[a-z]+ [^>]*\b(src|href|on\w+)=/g)).toBeNull();
  const [, script] = /<script>([\s\S]*)<\/script>/.exec(html) ?? [];
  expect(script).toContain('open-surface');
  expect(script).not.toMatch(
    /innerHTML|outerHTML|insertAdjacent|eval\(|new Function|\bfetch\(|import\(|document\.write/,
  );
  const [, style] = /<style>([\s\S]*)<\/style>/.exec(html) ?? [];
  expect(style).toContain('--untrusted');
  expect(style).not.toMatch(/url\(|@import|@font-face/);
  // Drawn in a frame for each surface: small on purpose.
  expect(html.length).toBeLessThan(40_000);
});

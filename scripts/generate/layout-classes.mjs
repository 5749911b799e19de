import { readFileSync } from 'node:fs';

/** The classes of the shared sheet (packages/ui/src/layout.module.css), so that a misspelled one does not compile. */
export function layoutClassModule(sheet) {
  const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector);
  const names = new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z]\w*/gi) ?? []));
  const list = [...names].map((name) => `  '${name}',`).join('\n');
  return `/** Generated from layout.module.css by scripts/generate.mjs. */\n\nexport const LAYOUT_CLASSES = [\n${list}\n] as const;\n`;
}

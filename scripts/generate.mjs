/**
 * `npm run generate`: schemas of packages/protocol to TypeScript types and validators that need no eval, the
 * catalogue of event types, and the pages of docs/protocol to the index of what can be cited of them. The shared sheet of
 * packages/ui to the list of its classes.
 * The output depends on these and on this script alone, so it is the same on every machine. Validators are not
 * committed: `npm ci`, the checks and the build write them. With `--check` only they are written; other stale files are
 * named and the exit status is 1.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueModules, clauseModules, withCatalogue } from './generate/clauses.mjs';
import { payloadKeyModules } from './generate/payload-keys.mjs';
import { readSchemas } from './generate/schemas.mjs';
import { typeModules } from './generate/types.mjs';
import { validatorModules } from './generate/validators.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const schemaFolder = join(root, 'packages/protocol/schemas');
const outputFolder = join(root, 'packages/protocol/src/generated');

/** The one schema of which a part is generated, as seen from the output folder: it lists the types of the catalogue. */
const EVENT_SCHEMA = '../../schemas/run-event.schema.json';

/** The classes of the shared sheet, next to it. */
const LAYOUT_CLASSES = '../../../ui/src/generated/layout-classes.ts';

/** Files that Git ignores. */
const isValidator = (name) => name.includes('-validators.');

/** The classes of the shared sheet (packages/ui/src/layout.module.css), so that a misspelled one does not compile. */
function layoutClassModule(sheet) {
  const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const selectors = [...rules.matchAll(/([^{};]+)\{/g)].map(([, selector]) => selector);
  const names = new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[a-z]\w*/gi) ?? []));
  const list = [...names].map((name) => `  '${name}',`).join('\n');
  return `/** Generated from layout.module.css by scripts/generate.mjs. */\n\nexport const LAYOUT_CLASSES = [\n${list}\n] as const;\n`;
}

/** The wanted content of the output folder: file name to text. */
function generatedFiles() {
  const schemas = readSchemas(schemaFolder);
  const eventSchema = withCatalogue(readFileSync(join(outputFolder, EVENT_SCHEMA), 'utf8'), schemas);
  schemas.find(({ name }) => name === 'run-event').schema = JSON.parse(eventSchema);
  return new Map([
    [EVENT_SCHEMA, eventSchema],
    ...catalogueModules(schemas),
    ...payloadKeyModules(schemas),
    ...typeModules(schemas),
    ...validatorModules(schemas),
    ...clauseModules(join(root, 'docs/protocol')),
    [LAYOUT_CLASSES, layoutClassModule(join(root, 'packages/ui/src/layout.module.css'))],
  ]);
}

/** The present content of the output folder: file name to text. */
function presentFiles() {
  try {
    return new Map(
      [EVENT_SCHEMA, LAYOUT_CLASSES, ...readdirSync(outputFolder)].map((name) => [
        name,
        readFileSync(join(outputFolder, name), 'utf8'),
      ]),
    );
  } catch (error) {
    if (error.code === 'ENOENT') return new Map();
    throw error;
  }
}

function staleFiles(wanted, present) {
  const changed = [...wanted].filter(([name, text]) => present.get(name) !== text).map(([name]) => name);
  const left = [...present.keys()].filter((name) => !wanted.has(name));
  return [...changed, ...left].sort();
}

const wanted = generatedFiles();
const stale = staleFiles(wanted, presentFiles());
const isCheck = process.argv.includes('--check');
mkdirSync(outputFolder, { recursive: true });
for (const name of stale) {
  const text = wanted.get(name);
  if (isCheck && !isValidator(name)) {
    console.error(`stale: ${relative(root, join(outputFolder, name))} (run npm run generate)`);
    process.exitCode = 1;
  } else if (text === undefined) rmSync(join(outputFolder, name));
  else writeFileSync(join(outputFolder, name), text);
}
if (!isCheck) console.log(`${wanted.size} generated files, ${stale.length} changed`);

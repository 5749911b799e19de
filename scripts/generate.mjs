/**
 * `npm run generate`: schemas of packages/protocol to TypeScript types and validators that need no eval, the
 * catalogue of event types, and the pages of docs/protocol to the index of what can be cited of them.
 * With `--check` nothing is written; stale files are named and the exit status is 1. The output depends on these
 * and on this script alone, so that the check means something on every machine.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { catalogueModules, withCatalogue } from './generate/catalogue.mjs';
import { clauseModules } from './generate/clauses.mjs';
import { payloadKeyModules } from './generate/payload-keys.mjs';
import { readSchemas } from './generate/schemas.mjs';
import { typeModules } from './generate/types.mjs';
import { validatorModules } from './generate/validators.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const schemaFolder = join(root, 'packages/protocol/schemas');
const outputFolder = join(root, 'packages/protocol/src/generated');

/** The one schema of which a part is generated, as seen from the output folder: it lists the types of the catalogue. */
const EVENT_SCHEMA = '../../schemas/run-event.schema.json';

/** What should stand in the output folder: file name to text. */
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
  ]);
}

/** What stands there: file name to text. */
function presentFiles() {
  try {
    return new Map(
      [EVENT_SCHEMA, ...readdirSync(outputFolder)].map((name) => [
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
if (process.argv.includes('--check')) {
  for (const name of stale) {
    console.error(`stale: ${relative(root, join(outputFolder, name))} (run npm run generate)`);
  }
  process.exitCode = stale.length === 0 ? 0 : 1;
} else {
  mkdirSync(outputFolder, { recursive: true });
  for (const name of stale) {
    const text = wanted.get(name);
    if (text === undefined) rmSync(join(outputFolder, name));
    else writeFileSync(join(outputFolder, name), text);
  }
  console.log(`${wanted.size} generated files, ${stale.length} changed`);
}

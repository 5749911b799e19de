/** Reads the schema documents and sorts them into the groups that become modules. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** Urn before every `$id` of ours. */
const URN = 'urn:openwop-inspector:schemas:';

/**
 * Every schema under a folder, sorted by `$id`, each with the group it belongs to: `shared` (shapes that others refer
 * to), `payload` (one definition per event type), `text` (what the text asks of payloads beyond those), `v2` (payloads
 * that OpenWOP v2 changed), `envelope`
 * (AIEnvelope, the kinds, delta frames, surfaces of schemaVersion 2), `document` (whole files and answers). `name` is the last part of the `$id`.
 */
export const readSchemas = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((path) => path.endsWith('.schema.json'))
    .map((path) => readSchema(folder, path.split(sep).join('/')))
    .sort((a, b) => (a.schema.$id < b.schema.$id ? -1 : 1));

function readSchema(folder, path) {
  const schema = JSON.parse(readFileSync(join(folder, path), 'utf8'));
  const parts = path.replace('.schema.json', '').split('/');
  if (schema.$id !== URN + parts.join(':'))
    throw new Error(`${path}: $id should be ${URN}${parts.join(':')}`);
  return { path, schema, name: parts.at(-1), group: groupOf(parts) };
}

function groupOf(parts) {
  if (parts[0] === 'payloads') return 'payload';
  if (parts[0] === 'payload-text') return 'text';
  if (parts[0] === 'payload-v2') return 'v2';
  if (['envelopes', 'envelope', 'a2ui-delta', 'a2ui-surface-v2'].includes(parts[0])) return 'envelope';
  if (parts[0] === 'shared-shapes' || parts[0] === 'interrupt') return 'shared';
  return 'document';
}

/** Keywords whose value is a map from names to schemas; the names are not keywords. */
const schemaMaps = new Set(['properties', '$defs', 'patternProperties', 'dependentSchemas']);
const annotations = new Set(['title', 'description', '$schema']);

/** A copy without titles and descriptions, which checking does not need. Properties of such names stay. */
export function withoutAnnotations(schema) {
  if (Array.isArray(schema)) return schema.map(withoutAnnotations);
  if (schema === null || typeof schema !== 'object') return schema;
  const entries = Object.entries(schema).filter(([keyword]) => !annotations.has(keyword));
  return Object.fromEntries(
    entries.map(([keyword, value]) => [
      keyword,
      schemaMaps.has(keyword)
        ? Object.fromEntries(Object.entries(value).map(([name, sub]) => [name, withoutAnnotations(sub)]))
        : withoutAnnotations(value),
    ]),
  );
}

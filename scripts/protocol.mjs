/**
 * What the product lacks of a version of the protocol: npm run protocol -- FOLDER
 *
 * FOLDER is a checkout of the protocol's repository: its schemas of events, payloads and envelope kinds, and the map of
 * the event names of v2. Prints event types, members, values of enumerations, envelope kinds and renamed types that
 * `packages/protocol/schemas` does not have, and those that only it has, each with the files to touch. Descriptions,
 * formats and limits are not compared. Exit status 0 when nothing is lacking, 1 when something is, 2 when FOLDER is not
 * such a checkout.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { repositoryRoot } from './parts/run-command.mjs';

const OURS = join(repositoryRoot, 'packages/protocol/schemas');
const FAMILIES = join(repositoryRoot, 'packages/events/src/families');
const SUFFIX = '.schema.json';
/** Objects within objects that are compared. */
const MAX_DEPTH = 5;

const readJson = (...path) => JSON.parse(readFileSync(join(...path), 'utf8'));

/** Schemas of a folder of this product, by `$id`. */
function ownDocuments(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith(SUFFIX));
  return new Map(files.map((path) => readJson(folder, path)).map((schema) => [schema.$id, schema]));
}

/**
 * A version of the protocol as this product has it.
 *
 * @returns {{ event: Resolved, types: Map<string, Resolved>, kinds: Map<string, Resolved>, renamed: Map<string, string> }}
 */
export function ownProtocol(folder = OURS) {
  const documents = ownDocuments(folder);
  const definition = (root) => (schema) => ({ schema, root, documents });
  const types = new Map();
  const kinds = new Map();
  for (const root of documents.values()) {
    const [, group, name] = /:schemas:(payloads|envelopes):(.+)$/.exec(root.$id) ?? [];
    if (group === 'envelopes') kinds.set(name, definition(root)(root));
    if (group === 'payloads')
      for (const [type, schema] of Object.entries(root.$defs)) types.set(type, definition(root)(schema));
  }
  const event = documents.get('urn:openwop-inspector:schemas:run-event');
  const { renamed } = readJson(folder, 'event-names-v2.json');
  return { event: definition(event)(event), types, kinds, renamed: new Map(Object.entries(renamed)) };
}

/**
 * A version of the protocol as its repository has it.
 *
 * @returns {ReturnType<typeof ownProtocol> | null} null for a folder without the schemas of events
 */
export function publishedProtocol(folder) {
  const schemas = join(folder, 'schemas');
  if (!existsSync(join(schemas, `run-event${SUFFIX}`))) return null;
  const event = readJson(schemas, `run-event${SUFFIX}`);
  const payloads = readJson(schemas, `run-event-payloads${SUFFIX}`);
  const definition = (root) => (schema) => ({ schema, root, documents: new Map([[root.$id, root]]) });
  const index = payloads.$defs._typeIndex?.properties ?? {};
  const { enum: names } = event.$defs.RunEventType;
  const types = new Map(names.map((type) => [type, definition(payloads)(index[type] ?? true)]));
  const folderOfKinds = join(schemas, 'envelopes');
  const files = existsSync(folderOfKinds) ? readdirSync(folderOfKinds) : [];
  const kinds = files.filter((file) => file.endsWith(SUFFIX)).map((file) => readJson(folderOfKinds, file));
  const map = join(folder, 'spec/v2/event-codemap.json');
  const rows = existsSync(map) ? readJson(map).rows : [];
  return {
    event: definition(event)(event),
    types,
    kinds: new Map(kinds.map((root, at) => [basename(files[at], SUFFIX), definition(root)(root)])),
    renamed: new Map(rows.filter(({ v1, v2 }) => v1 !== v2).map(({ v1, v2 }) => [v1, v2])),
  };
}

/**
 * What one version has and the other lacks.
 *
 * @returns {readonly { lacks: 'we' | 'they', what: string, files: readonly string[] }[]}
 */
export function protocolDifferences(published, own) {
  const found = [];
  const compareNames = (title, theirs, ours, filesOf) => {
    const add = (lacks, present, other) => {
      for (const name of present.keys())
        if (!other.has(name)) found.push({ lacks, what: `${title} ${name}`, files: filesOf(name) });
    };
    add('we', theirs, ours);
    add('they', ours, theirs);
  };
  const compareMembers = (title, theirs, ours, files) => {
    const [have, has] = [membersOf(theirs), membersOf(ours)];
    // A schema that lists no member, or any, says nothing to compare.
    if (have.size > 0 && has.size > 0) compareNames(title, have, has, () => files);
  };
  compareNames('event type', published.types, own.types, (type) => filesOfType(type, own));
  for (const [type, theirs] of published.types) {
    const ours = own.types.get(type);
    if (ours !== undefined) compareMembers(type, theirs, ours, [payloadFileOf(type, own)]);
  }
  const kindFile = (kind) => `packages/protocol/schemas/envelopes/${kind}${SUFFIX}`;
  if (published.kinds.size > 0)
    compareNames('envelope kind', published.kinds, own.kinds, (kind) => [kindFile(kind)]);
  for (const [kind, theirs] of published.kinds) {
    const ours = own.kinds.get(kind);
    if (ours !== undefined) compareMembers(`envelope ${kind}`, theirs, ours, [kindFile(kind)]);
  }
  const eventFile = `packages/protocol/schemas/run-event${SUFFIX}`;
  compareMembers('event document', published.event, own.event, [eventFile]);
  const pairs = ({ renamed }) => new Map([...renamed].map(([v1, v2]) => [`${v1} as ${v2}`, v2]));
  const namesFile = 'packages/protocol/schemas/event-names-v2.json';
  if (published.renamed.size > 0) compareNames('v2 name of', pairs(published), pairs(own), () => [namesFile]);
  return found;
}

/** Pointers of the members of a schema, with those of objects and lists in it, and the values of enumerations. */
function membersOf(definition, at = '', depth = 0, found = new Set()) {
  const { schema, root, documents } = resolved(definition);
  if (typeof schema !== 'object' || depth > MAX_DEPTH) return found;
  const within = (one, pointer) => membersOf({ schema: one, root, documents }, pointer, depth + 1, found);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    found.add(`${at}/${name}`);
    within(member, `${at}/${name}`);
  }
  for (const value of schema.enum ?? ('const' in schema ? [schema.const] : []))
    if (at !== '/type') found.add(`${at} = ${JSON.stringify(value)}`);
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    within(branch, at);
  if (typeof schema.items === 'object') within(schema.items, `${at}/-`);
  return found;
}

/** Follows `$ref` within the documents at hand; a reference to another document accepts anything. */
function resolved(definition) {
  let { schema, root, documents } = definition;
  for (let hops = 0; schema?.$ref !== undefined && hops < 10; hops++) {
    const [id, fragment = ''] = schema.$ref.split('#');
    root = id === '' ? root : documents.get(id);
    if (root === undefined) return { schema: true, root, documents };
    schema = fragment
      .split('/')
      .slice(1)
      .reduce((value, key) => value?.[key.replaceAll('~1', '/').replaceAll('~0', '~')], root);
  }
  return { schema: schema ?? true, root, documents };
}

/** The file of payloads that has the type, or the one with types that begin alike. */
function payloadFileOf(type, { types }) {
  const family = type.split('.')[0];
  const alike =
    [...types].find(([name]) => name === type) ?? [...types].find(([name]) => name.startsWith(`${family}.`));
  const name = alike === undefined ? family : alike[1].root.$id.split(':').at(-1);
  return `packages/protocol/schemas/payloads/${name}${SUFFIX}`;
}

function filesOfType(type, own) {
  const family = type.split('.')[0];
  const described = readdirSync(FAMILIES).find((file) =>
    readFileSync(join(FAMILIES, file), 'utf8').includes(`'${family}.`),
  );
  return [
    payloadFileOf(type, own),
    `packages/events/src/families/${described ?? `${family}.ts`}`,
    'docs/protocol/run-events.md',
  ];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder] = process.argv.slice(2);
  const published = folder === undefined ? null : publishedProtocol(folder);
  if (published === null) {
    console.error(
      'npm run protocol -- FOLDER: a checkout of the protocol, with schemas/run-event.schema.json in it',
    );
    process.exit(2);
  }
  const found = protocolDifferences(published, ownProtocol());
  const print = (lacks, title) => {
    const rows = found.filter((one) => one.lacks === lacks);
    console.log(`${rows.length} ${title}`);
    for (const { what, files } of rows) console.log(`  ${what}\n    ${files.join('\n    ')}`);
  };
  print('we', 'missing here');
  print('they', 'only here');
  process.exitCode = found.some(({ lacks }) => lacks === 'we') ? 1 : 0;
}

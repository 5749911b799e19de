import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { documentValidators } from '../../packages/protocol/src/generated/document-validators.js';
import {
  envelopeValidators,
  kindValidators,
} from '../../packages/protocol/src/generated/envelope-validators.js';
import {
  payloadTextValidators,
  payloadValidators,
} from '../../packages/protocol/src/generated/payload-validators.js';
import { isDateTime, isUri, schemaErrors } from '../../packages/protocol/src/validator-runtime.ts';
import { readSchemas } from './schemas.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
const schemas = readSchemas(join(root, 'packages/protocol/schemas'));
const generated = join(root, 'packages/protocol/src/generated');

describe('the schemas', () => {
  test.each(schemas)('$path says what it is and names its clause', ({ schema }) => {
    expect(schema.$schema).toBe('https://json-schema.org/draft/2020-12/schema');
    expect(schema.title).not.toBe('');
    expect(schema.description).toMatch(/(run-events|envelope|bundles|agh) \d/);
  });
});

describe('the generated files', () => {
  const names = readdirSync(generated);

  test.each(names)('%s makes no code from text and needs no CommonJS', (name) => {
    const text = readFileSync(join(generated, name), 'utf8');
    expect(text).not.toMatch(/new Function|\beval\(|\brequire\(|\bimport\(|module\.exports/);
    expect(text).not.toContain(root);
  });

  test('are up to date', () => {
    const { status, stderr } = generate(root, '--check');
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });

  const copy = mkdtempSync(join(tmpdir(), 'generate-'));
  afterAll(() => rmSync(copy, { recursive: true }));

  test('are named when stale, missing or left over, and written again', () => {
    for (const folder of ['scripts', 'packages/protocol', 'packages/ui/src', 'docs/protocol']) {
      cpSync(join(root, folder), join(copy, folder), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      });
    }
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'dir');
    const target = join(copy, 'packages/protocol/src/generated');
    writeFileSync(join(target, 'shared-types.ts'), '// changed by hand\n');
    rmSync(join(target, 'envelope-types.ts'));
    writeFileSync(join(target, 'old.ts'), '');
    const { status, stderr } = generate(copy, '--check');
    expect(status).toBe(1);
    const stale = [...stderr.matchAll(/stale: \S*generated.(\S+) /g)].map(([, name]) => name);
    expect(stale).toEqual(['envelope-types.ts', 'old.ts', 'shared-types.ts']);
    expect(generate(copy).status).toBe(0);
    const texts = (folder) =>
      readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
    expect(texts(target)).toEqual(texts(generated));
  });
});

function generate(folder, ...options) {
  return spawnSync(process.execPath, [join(folder, 'scripts/generate.mjs'), ...options], {
    encoding: 'utf8',
  });
}

/** The same schemas, compiled by ajv as it is. */
const oracle = new Ajv2020({
  strict: true,
  strictTypes: false,
  strictRequired: false,
  allowUnionTypes: true,
  allErrors: true,
  ownProperties: true,
  discriminator: true,
  formats: { 'date-time': isDateTime, uri: isUri },
});
for (const { schema } of schemas) oracle.addSchema(schema);

const checks = schemas.flatMap(({ schema, group, path, name }) => {
  switch (group) {
    case 'payload':
      return Object.keys(schema.$defs).map((key) =>
        checkOf(key, `${schema.$id}#/$defs/${key}`, payloadValidators),
      );
    case 'text':
      return Object.keys(schema.$defs).map((key) =>
        checkOf(key, `${schema.$id}#/$defs/${key}`, payloadTextValidators),
      );
    case 'envelope':
      return [checkOf(name, schema.$id, path.startsWith('envelopes/') ? kindValidators : envelopeValidators)];
    case 'document':
      return [checkOf(name, schema.$id, documentValidators)];
    default:
      return name === 'interrupt'
        ? [checkOf(name, `${schema.$id}#/$defs/InterruptPayload`, documentValidators)]
        : [];
  }
});

function checkOf(key, ref, validators) {
  return { key, ref, validator: validators.get(key) };
}

/** Every name and every literal of a schema: what a random value is made of, so that it often nearly fits. */
function vocabulary(schema, found = { names: new Set(), values: new Set() }) {
  if (schema === null || typeof schema !== 'object') return found;
  if (typeof schema.$ref === 'string' && schema.$ref.startsWith('urn:')) {
    vocabulary(oracle.getSchema(schema.$ref)?.schema, found);
  }
  for (const name of Object.keys(schema.properties ?? {})) found.names.add(name);
  for (const value of [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])])
    found.values.add(value);
  for (const part of Object.values(schema)) vocabulary(part, found);
  return found;
}

function valuesFor(schema) {
  const { names, values } = vocabulary(schema);
  const scalar = fc.oneof(
    fc.constantFrom(
      ...values,
      'text',
      '',
      'x-host-acme-rate',
      '2026-05-18T10:00:00Z',
      'https://example.org/a',
      true,
      null,
    ),
    fc.constantFrom(0, 1, 2, 0.5, -1, 16, 17, 101),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  const name = fc.constantFrom(...names, 'extra', '__proto__', 'toString');
  return fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, scalar, tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 3 }),
    object: fc
      .uniqueArray(fc.tuple(name, tie('value')), { selector: ([key]) => key, maxLength: 12 })
      .map(ownMembers),
  })).object;
}

function ownMembers(entries) {
  const object = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

function places(errors) {
  return (errors ?? []).map(
    ({ instancePath, schemaPath, keyword }) => `${instancePath} ${schemaPath} ${keyword}`,
  );
}

test.each(checks)('the check of $key agrees with ajv on every violation', ({ ref, validator }) => {
  const expected = oracle.getSchema(ref);
  fc.assert(
    fc.property(valuesFor(expected.schema), (value) => {
      expected(value);
      expect(places(schemaErrors(validator, value))).toEqual(places(expected.errors));
    }),
    { seed: 20, numRuns: 30 },
  );
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { billOfMaterials, faultsOfPapers } from './parts/release-papers.mjs';

const root = mkdtempSync(join(tmpdir(), 'inspector-bill-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function plant(folder, manifest) {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'package.json'), JSON.stringify(manifest));
  return folder;
}

const application = { name: 'openwop-inspector', version: '9.8.7', license: 'Apache-2.0' };
const plain = plant('node_modules/plain', { name: 'plain', version: '1.2.3', license: 'MIT' });
const scoped = plant('node_modules/@acme/x', { name: '@acme/x', version: '2.0.0', license: 'ISC' });
const inner = plant('node_modules/@acme/x/node_modules/plain', {
  name: 'plain',
  version: '0.9.0',
  license: 'MIT',
});
const digest = Buffer.alloc(64, 7);
writeFileSync(
  join(root, 'package-lock.json'),
  JSON.stringify({
    packages: { 'node_modules/plain': { integrity: `sha512-${digest.toString('base64')}` } },
  }),
);

describe('the bill of materials (CycloneDX 1.5)', () => {
  const companions = [{ name: 'electron', version: '39.0.0', licence: 'MIT' }];
  const bill = billOfMaterials({ application, folders: [scoped, plain, inner, plain], companions, root });

  test('names every package that the bundles hold once, and Electron', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
    expect(bill.components.map(({ type, purl }) => `${type} ${purl}`)).toEqual([
      'library pkg:npm/%40acme/x@2.0.0',
      'framework pkg:npm/electron@39.0.0',
      'library pkg:npm/plain@0.9.0',
      'library pkg:npm/plain@1.2.3',
    ]);
  });

  test('says where a package came from, with the digest of the lockfile', () => {
    const [distribution] = bill.components.at(-1).externalReferences;
    expect(distribution.url).toBe('https://registry.npmjs.org/plain/-/plain-1.2.3.tgz');
    expect(distribution.hashes).toEqual([{ alg: 'SHA-512', content: digest.toString('hex') }]);
  });

  test('has the application depend on all of them', () => {
    const [self] = bill.dependencies;
    expect(self.ref).toBe('pkg:npm/openwop-inspector@9.8.7');
    expect(self.dependsOn).toEqual(bill.components.map((each) => each['bom-ref']));
  });
});

describe('what lies next to an artifact is read back', () => {
  const folder = join(root, 'out');
  const write = (name, text) => writeFileSync(join(folder, name), text);
  mkdirSync(folder);

  test('what is missing is named', () => {
    expect(faultsOfPapers(folder, { isDesktop: true })).toEqual([
      'sbom.cdx.json is not next to it',
      'THIRD-PARTY-NOTICES.txt is not next to it',
      'fuses.json is not next to it',
    ]);
  });

  test('a package without a notice, a desktop without Electron and a wrong fuse are named', () => {
    write('sbom.cdx.json', JSON.stringify(billOfMaterials({ application, folders: [plain, scoped], root })));
    write('THIRD-PARTY-NOTICES.txt', '\nplain 1.2.3\nLicence: MIT\n');
    write('fuses.json', JSON.stringify({ fuses: [{ name: 'RunAsNode', isRight: false }] }));
    expect(faultsOfPapers(folder, { isDesktop: true })).toEqual([
      '@acme/x 2.0.0 is in the bill of materials and not in the notices',
      'the bill of materials lacks Electron',
      'fuse RunAsNode is wrong',
    ]);
  });

  test('papers that agree have no fault', () => {
    write('sbom.cdx.json', JSON.stringify(billOfMaterials({ application, folders: [plain], root })));
    expect(faultsOfPapers(folder, { isDesktop: false })).toEqual([]);
  });
});

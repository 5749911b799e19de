/**
 * The software bill of materials of what is given away, as CycloneDX JSON. Made from the packages that the bundles hold:
 * `npm sbom` reads the lockfile and would name every tool of the build and leave out Electron.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPackage } from './bundled-packages.mjs';
import { repositoryRoot } from './run-command.mjs';

/** @typedef {{ name: string, version: string, licence: string }} Companion goes along in no bundle: Electron */

/**
 * The bill of one artifact. The same bundles give the same bytes.
 *
 * @param {object} parts
 * @param {{ name: string, version: string, license: string }} parts.application
 * @param {readonly string[]} parts.folders of packages that the bundles hold, under `root`
 * @param {readonly Companion[]} [parts.companions] Electron, for the desktop
 * @param {string} [parts.root] holds `package-lock.json`
 */
export function billOfMaterials({ application, folders, companions = [], root = repositoryRoot }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages ?? {};
  const held = new Map();
  for (const folder of folders) {
    const component = bundled(readPackage(join(root, folder)), lock[folder.replaceAll('\\', '/')]);
    held.set(component['bom-ref'], component);
  }
  for (const { name, version, licence } of companions) {
    held.set(packageUrl(name, version), { type: 'framework', ...named(name, version, licence) });
  }
  const components = [...held.keys()].sort().map((ref) => held.get(ref));
  const self = named(application.name, application.version, application.license);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', ...self } },
    components,
    dependencies: [{ ref: self['bom-ref'], dependsOn: components.map((each) => each['bom-ref']) }],
  };
}

function bundled({ name, version, license }, locked) {
  const component = { type: 'library', ...named(name, version, license) };
  const [algorithm, digest] = locked?.integrity?.split('-', 2) ?? [];
  if (algorithm !== 'sha512') return component;
  const hashes = [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
  return {
    ...component,
    externalReferences: [{ type: 'distribution', url: archive(name, version), hashes }],
  };
}

function named(name, version, licence) {
  const url = packageUrl(name, version);
  return { 'bom-ref': url, name, version, purl: url, licenses: [{ license: { id: licence } }] };
}

/** Where the registry has a package; the lockfile leaves it out and keeps the digest. */
function archive(name, version) {
  return `https://registry.npmjs.org/${name}/-/${name.replace(/^.*\//, '')}-${version}.tgz`;
}

/** Package URL of an npm package; the @ of a scope is escaped (purl-spec, npm). */
function packageUrl(name, version) {
  return `pkg:npm/${name.replace(/^@/, '%40')}@${version}`;
}

/** A folder of discovery documents: hosts that differ in what they take, and files that are none. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inRepository, sample } from '@openwop-inspector/testing/files';
import { test } from '@playwright/test';

const limits = { clarificationRounds: 3, schemaRounds: 3, envelopesPerTurn: 5 };

const HOSTS = {
  'acme.json': {
    implementation: { name: 'acme-cloud' },
    supportedEnvelopes: ['vendor.acme.prd.create', 'clarification.request', 'media.image'],
    schemaVersions: { 'vendor.acme.prd.create': 1, 'media.image': 1, 'clarification.request': 1 },
    limits,
  },
  'narrow.json': {
    implementation: { name: 'narrow-host' },
    supportedEnvelopes: ['clarification.request'],
    schemaVersions: { 'clarification.request': 1 },
    limits: { ...limits, clarificationRounds: 0 },
  },
  'silent.json': { implementation: { name: 'silent-host' }, supportedEnvelopes: ['vendor.acme.prd.create'] },
};

/** Path of a new folder `hosts` with three declarations, a text and a JSON file that declares nothing. */
export async function hostDeclarations(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'inspector-hosts-')), 'hosts');
  await mkdir(folder);
  for (const [name, document] of Object.entries(HOSTS))
    await writeFile(join(folder, name), JSON.stringify(document));
  await writeFile(join(folder, 'notes.txt'), 'hosts to ask');
  await writeFile(join(folder, 'package.json'), '{"private":true}');
  return folder;
}

export const TICKET = sample('repaired-ticket.ndjson');

/** The ticket once more, under another id, with another answer of the model. */
export async function ticketAgain(): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'inspector-compare-')), 'again.ndjson');
  const renamed = readFileSync(TICKET, 'utf8').replaceAll('ticket-41ae', 'ticket-9b07');
  await writeFile(file, renamed.replaceAll('\\"high\\"', '\\"normal\\"').replaceAll(':"high"', ':"normal"'));
  return file;
}

/** What the shell of a scenario has stored of settings and of the user's data by now, as one text. */
export function stored(): string {
  const folder = test.info().outputPath('config');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.json'));
  return files.map((name) => readFileSync(join(folder, name), 'utf8')).join('\n');
}

/** Runs the built `openwop-inspector` to its end. */
export function runCommand(...args: readonly string[]) {
  const program = inRepository('bin', 'openwop-inspector.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, said: `${stdout}${stderr}` };
}

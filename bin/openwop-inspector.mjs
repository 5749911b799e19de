#!/usr/bin/env node
/** The `openwop-inspector` command: runs the built command line, or says how to build it. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const commandLine = new URL('../dist/cli/index.mjs', import.meta.url);

if (existsSync(fileURLToPath(commandLine))) {
  await import(commandLine.href);
} else {
  console.error('openwop-inspector is not built yet. In its folder run: npm ci && npm run build');
  process.exitCode = 2;
}

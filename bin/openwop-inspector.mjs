#!/usr/bin/env node
/** The `openwop-inspector` command: runs the built command line, or says how to build it. */
import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';

const commandLine = new URL('../dist/cli/index.mjs', import.meta.url);
const [only, ...others] = process.argv.slice(2);

if (others.length === 0 && (only === '--version' || only === '-v')) {
  // The version is in the package: nothing of the program has to be loaded to print it.
  console.log(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version);
} else if (existsSync(commandLine)) {
  // Node 22.1 and later: from the second start on, modules are not compiled again.
  nodeModule.enableCompileCache?.();
  await import(commandLine.href);
} else {
  console.error('openwop-inspector is not built yet. In its folder run: npm ci && npm run build');
  process.exitCode = 2;
}

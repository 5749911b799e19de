/** Checks that no text is made of a value of unknown type: node scripts/text-of-unknown.mjs */
import { repositoryRoot } from './parts/run-command.mjs';
import { textsOfUnknown } from './parts/text-of-unknown.mjs';

const found = textsOfUnknown(repositoryRoot.replace(/\/$/, ''));
for (const { file, line, text } of found) console.error(`${file}:${line}: a text is made of ${text}`);
console.log(`${found.length} texts are made of values of unknown type`);
process.exit(found.length === 0 ? 0 : 1);

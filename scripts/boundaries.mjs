/** Checks which room imports which: node scripts/boundaries.mjs */
import { checkBoundaries } from './parts/boundary-check.mjs';
import { repositoryRoot } from './parts/run-command.mjs';

/** A check that read almost nothing has not checked anything: it happens when the compiler cannot be used. */
const fewestModules = 200;

const { modules, violations } = await checkBoundaries(repositoryRoot);
for (const { rule, from, to } of violations) {
  console.error(`${rule}: ${from} imports ${to} (read docs/architecture.md, section Packages)`);
}
if (modules < fewestModules) {
  console.error(
    `Only ${modules} modules were read, at least ${fewestModules} were expected: the check did not work.`,
  );
}
console.log(`${modules} modules, ${violations.length} violations of the import rules`);
process.exit(violations.length === 0 && modules >= fewestModules ? 0 : 1);

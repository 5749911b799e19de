import { base64Of } from '@openwop-inspector/testing/media';
import { base64OfText, toneWav } from '../material/made-media.ts';
import { arabic, hostileTexts, script } from '../material/texts.ts';
import { envelopeStory, type Family } from '../story.ts';

const type = 'media.audio';
const mimeType = 'audio/wav';

const tone = (seconds: number) => {
  const bytes = toneWav(seconds);
  return { bytes: bytes.length, mimeType, base64: base64Of(bytes) };
};

export const audio: Family = {
  name: 'audio',
  title: 'Audio',
  stories: [
    envelopeStory('normal', 'Three seconds, inline', () => ({
      type,
      payload: { ...tone(3), durationSeconds: 3, alt: 'A tone that swells three times' },
    })),
    envelopeStory('address', 'By an address', () => ({
      type,
      payload: {
        bytes: 32_044,
        url: 'https://assets.host.example/v1/runs/run-7/assets/1b77a0ee.wav',
        mimeType,
        durationSeconds: 2,
        alt: 'Read aloud',
      },
    })),
    envelopeStory('empty', 'No source', () => ({ type, payload: { bytes: 0, durationSeconds: 0 } })),
    envelopeStory('huge', 'Two minutes', () => ({
      type,
      payload: { ...tone(120), durationSeconds: 120, alt: 'A long tone' },
    })),
    envelopeStory('wrong-duration', 'Shorter than it says', () => ({
      type,
      payload: { ...tone(1), durationSeconds: 60, alt: 'A short tone' },
    })),
    envelopeStory('hostile', 'HTML that says it is an MP3', () => {
      const html = `<!doctype html>${script}`;
      return {
        type,
        payload: {
          bytes: html.length,
          mimeType: 'audio/mpeg',
          base64: base64OfText(html),
          durationSeconds: 1e12,
          alt: hostileTexts[0],
        },
      };
    }),
    envelopeStory('unknown-type', 'A type that is not played', () => ({
      type,
      payload: { bytes: 4, mimeType: 'audio/midi', base64: 'TVRoZA==', alt: 'A score' },
    })),
    envelopeStory('cut', 'Cut in the middle', () => {
      const bytes = toneWav(4).subarray(0, 9_000);
      return { type, payload: { bytes: 64_044, mimeType, base64: base64Of(bytes), alt: 'Half of a tone' } };
    }),
    envelopeStory('untrusted', 'Untrusted', () => ({
      type,
      payload: { ...tone(1), alt: 'From the search' },
      trust: 'untrusted',
    })),
    envelopeStory('rtl', 'Right to left', () => ({
      type,
      payload: { ...tone(1), alt: arabic },
      rendering: { display: 'audio', title: arabic },
    })),
  ],
};

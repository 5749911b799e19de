import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostSamples } from './decoded-samples.ts';
import { wavBytes } from './sample-media.ts';

const ascii = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));
const zeros = (count: number): number[] => new Array<number>(count).fill(0);
const times = (count: number, bytes: readonly number[]): number[] =>
  Array.from({ length: count }, () => bytes).flat();

/** MPEG-1 layer 3 at 128 kbit/s and 44.1 kHz: frames of 417 bytes. */
const mp3Frame = [0xff, 0xfb, 0x90, 0x00, ...zeros(413)];
/** One block of one channel in 64 bytes. */
const adtsFrame = [0xff, 0xf1, 0x50, 0x40, 0x08, 0x1f, 0xfc, ...zeros(57)];
const flacHead = [...ascii('fLaC'), 0x80, 0, 0, 34, 0x10, 0, 0x10, 0, ...zeros(30)];
/** Block of 4,096 samples, stereo, with its checksum. */
const flacFrame = [0xff, 0xf8, 0xc9, 0x18, 0x00, 0xc2, ...zeros(20)];

function oggPage(flags: number, packet: readonly number[]): number[] {
  return [...ascii('OggS'), 0, flags, ...zeros(20), 1, packet.length, ...packet];
}
const opusHead = [...ascii('OpusHead'), 1, 2, ...zeros(9)];
const vorbisHead = [1, ...ascii('vorbis'), ...zeros(4), 1, ...zeros(16), 0xb8, 1];

describe('what a sound decodes to at most is counted, not believed', () => {
  test.each([
    ['a WAV: no more samples than bytes', [...wavBytes(1, 8000, Math.sin)], 'audio/wav', 16_044],
    ['MP3: 1,152 samples a frame and channel', times(10, mp3Frame), 'audio/mpeg', 10 * 2304],
    [
      'MP3 behind a tag',
      [...ascii('ID3'), 4, 0, 0, 0, 0, 0, 5, ...zeros(5), ...mp3Frame],
      'audio/mpeg',
      2304,
    ],
    ['MP3 with rubbish between', [...mp3Frame, 0xff, 1, 2, ...mp3Frame], 'audio/mpeg', 2 * 2304],
    ['AAC: 2,048 samples a block', times(3, adtsFrame), 'audio/aac', 3 * 2048 * 2],
    [
      'Opus: 20 ms a packet, and 120 for the header',
      [...oggPage(2, opusHead), ...times(5, oggPage(0, [0x78, 1]))],
      'audio/ogg',
      5 * 1920 + 11_520,
    ],
    [
      'Vorbis: half the longest block',
      [...oggPage(2, vorbisHead), ...oggPage(0, [0])],
      'audio/ogg',
      2 * 1024,
    ],
  ])('%s', (_, bytes, type, samples) => expect(mostSamples(Uint8Array.from(bytes), type)).toBe(samples));

  test('FLAC: headers with their checksum, and no others', () => {
    const one = mostSamples(Uint8Array.from([...flacHead, ...flacFrame]), 'audio/flac');
    const false_ = mostSamples(Uint8Array.from([...flacHead, ...flacFrame.with(5, 0)]), 'audio/flac');
    expect(one).toBe(4096 * 2);
    expect(false_).toBe(0);
  });

  test('an hour of Opus in a kilobyte is seen', () => {
    const silent = [0x7b, 0x06];
    const bytes = Uint8Array.from([...oggPage(2, opusHead), ...times(30, oggPage(0, silent))]);
    expect(mostSamples(bytes, 'audio/ogg')).toBeGreaterThan(30 * 0.119 * 48_000 * 2);
  });
});

describe('what cannot be counted is said not to be', () => {
  const packed = wavBytes(0.1, 8000, Math.sin);
  packed[20] = 0x55;
  test.each([
    ['MP4', ascii('....ftypM4A '), 'audio/mp4'],
    ['WebM', [0x1a, 0x45, 0xdf, 0xa3], 'audio/webm'],
    ['a packed sound in a WAV', [...packed], 'audio/wav'],
    ['a tag with another sound behind it', [...ascii('ID3'), 4, 0, 0, 0, 0, 0, 0, ...flacHead], 'audio/mpeg'],
    ['another codec in Ogg', oggPage(2, ascii('\x7fFLAC')), 'audio/ogg'],
    ['a second stream in Ogg', [...oggPage(2, opusHead), ...oggPage(2, opusHead)], 'audio/ogg'],
    ['FLAC without its first block', [...ascii('fLaC'), 4, 0, 0, 0], 'audio/flac'],
  ])('%s', (_, bytes, type) => expect(mostSamples(Uint8Array.from(bytes), type)).toBeNull());
});

test('no bytes make it throw, hang, or count below nothing', () => {
  const types = fc.constantFrom('audio/wav', 'audio/mpeg', 'audio/aac', 'audio/flac', 'audio/ogg');
  const heads = fc.constantFrom<number[]>(
    [],
    flacHead,
    oggPage(2, opusHead),
    mp3Frame,
    adtsFrame,
    ascii('ID3'),
  );
  const body = fc.array(fc.constantFrom(0, 0x4f, 0xff, 0xfb, 0xf1, 0x90), { maxLength: 300 });
  fc.assert(
    fc.property(heads, body, types, (head, rest, type) => {
      expect(mostSamples(Uint8Array.from([...head, ...rest]), type) ?? 0).toBeGreaterThanOrEqual(0);
    }),
  );
});

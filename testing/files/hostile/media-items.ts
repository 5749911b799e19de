import { deflateSync, gzipSync } from 'node:zlib';
import { blackPng, envelopeItem, type HostileItem, MARKUP, SCRIPT } from './hostile-item.ts';

function media(
  name: string,
  kind: 'image' | 'audio' | 'file',
  payload: Readonly<Record<string, unknown>>,
  shows: RegExp,
  rendering?: object,
): HostileItem {
  const text = JSON.stringify({ bytes: 1, ...payload });
  return envelopeItem(`media: ${name}`, text, shows, { kind: `media.${kind}`, rendering });
}

const base64 = (content: string | Uint8Array) => Buffer.from(content).toString('base64');

/** The same with these bytes. */
const inline = (
  name: string,
  kind: 'image' | 'audio' | 'file',
  content: string | Uint8Array,
  shows: RegExp,
  more: object = {},
) => media(name, kind, { base64: base64(content), ...more }, shows);

const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="${SCRIPT}"><script>${SCRIPT}</script></svg>`;
const html = `<!doctype html><script>${SCRIPT}</script>`;
const pdf = `%PDF-1.7\n1 0 obj<</S/JavaScript/JS(${SCRIPT})>>endobj`;
const small = blackPng(2, 2);
const gifScript = `GIF89a/*\x01\x00\x01\x00*/=1;${SCRIPT};`;
const wav = Buffer.concat([Buffer.from('RIFF$\0\0\0WAVEfmt '), Buffer.alloc(28)]);
const before = (head: Uint8Array) => Buffer.concat([head, Buffer.from(html)]);

const disguised: readonly HostileItem[] = [
  inline('an SVG', 'image', svg, /svg/i, { mimeType: 'image/svg+xml' }),
  inline('an SVG called PNG', 'image', svg, /first bytes/, { mimeType: 'image/png' }),
  inline('HTML', 'file', html, /x\.html/, { mimeType: 'text/html', name: 'x.html' }),
  inline('HTML called PNG', 'image', html, /first bytes/, { mimeType: 'image/png' }),
  inline('HTML called MP3', 'audio', html, /first bytes/, { mimeType: 'audio/mpeg' }),
  inline('XHTML', 'file', html, /xhtml/, { mimeType: 'application/xhtml+xml' }),
  inline('a PDF with a script', 'file', pdf, /pdf/, { mimeType: 'application/pdf' }),
  inline('a PDF called JPEG', 'image', pdf, /first bytes/, { mimeType: 'image/jpeg' }),
  inline('JavaScript', 'file', SCRIPT, /javascript/, { mimeType: 'text/javascript' }),
  inline('a program', 'file', 'MZ\x90', /invoice/, { name: 'invoice.pdf.exe' }),
  inline('a GIF that is a script', 'image', gifScript, /gif/i, { mimeType: 'image/gif' }),
  inline('a PNG with HTML behind it', 'image', before(small), /Two by two|2 × 2/, { alt: 'Two by two' }),
  inline('a WAV with HTML in it', 'audio', before(wav), /wav/i),
  inline('a type that is markup', 'image', small, /./, { mimeType: MARKUP }),
  inline('an alt that is markup', 'image', small, /<script>/, { alt: MARKUP }),
  media('a display that disagrees', 'audio', { base64: base64(small) }, /disagree|first bytes/, {
    display: 'image',
  }),
];

const bombs: readonly HostileItem[] = [
  inline('a header of 60,000 by 60,000', 'image', resized(60_000), /too large/),
  media('a header without a size', 'image', { base64: base64(small.subarray(0, 18)) }, /size|first bytes/),
  inline('4,096 by 4,096 in a few bytes', 'image', blackPng(4096, 4096), /Black|4,?096/, { alt: 'Black' }),
  media('a broken image', 'image', { base64: base64(small.subarray(0, 50)), alt: 'Half' }, /Half/),
  media('gzip of 20 MB of zeros', 'file', { base64: base64(gzipSync(Buffer.alloc(20_000_000))) }, /save/i),
  inline('deflate of 20 MB of zeros', 'file', deflateSync(Buffer.alloc(20_000_000)), /save/i),
  media('a million characters that are no base64', 'image', { base64: '*'.repeat(1_000_000) }, /not base64/),
  media('base64 behind a data: prefix', 'image', { base64: 'data:image/png;base64,AAAA' }, /not base64/),
  media('bytes beyond every number', 'file', { bytes: 1e300, base64: 'AAAA' }, /save/i),
  inline('a negative duration', 'audio', wav, /wav/i, { durationSeconds: -1e9 }),
];

const addressed: readonly HostileItem[] = (
  [
    ['a remote image', 'https://evil.example/x.png', /evil\.example/],
    ['a script address', `javascript:${SCRIPT}`, /may be opened|javascript/],
    ['a data address', `data:text/html,${html}`, /may be opened|data/],
    ['a file address', 'file:///etc/passwd', /may be opened|file/],
    ['the cloud metadata', 'http://169.254.169.254/latest/meta-data/', /169\.254\.169\.254/],
    ['a port on loopback', 'http://127.0.0.1:9/x', /127\.0\.0\.1/],
    ['user and password', 'https://user:secret@evil.example/x', /may be opened|evil/],
    ['a look-alike host', 'https://аррӏе.com/x.png', /xn--/],
    ['a path of the host with a token', '/v1/host/openwop-app/assets/tok_4f9d2c7b8e1a', /tok_…|host/],
    ['two slashes', '//evil.example/x.png', /may be opened|evil/],
    ['line breaks in the address', 'https://evil.example/\njavascript:x', /may be opened|evil/],
    ['an address of 100,000 letters', `https://evil.example/${'x'.repeat(100_000)}`, /may be opened|evil/],
  ] as const
).map(([name, url, shows]) => media(`an image at ${name}`, 'image', { url }, shows));

const names: readonly HostileItem[] = (
  [
    ['a path', '../../.bashrc', /bashrc/],
    ['a path of Windows', 'C:\\Windows\\System32\\x.dll', /x\.dll/],
    ['a reserved name', 'CON.txt', /CON/],
    ['a name that turns direction', 'invoice\u202egpj.exe', /invoice/],
    ['a name with a null', 'a.png\u0000.exe', /a\.png/],
    ['a name of 5,000 letters', `${'n'.repeat(5_000)}.txt`, /nnn/],
    ['a name that is markup', MARKUP, /script/],
  ] as const
).map(([name, given, shows]) => media(`a file with ${name}`, 'file', { base64: 'AAAA', name: given }, shows));

/** Content decides nothing: types are recognized by first bytes, nothing runs, nothing is fetched (security S-07 to S-09). */
export const mediaItems: readonly HostileItem[] = [...disguised, ...bombs, ...addressed, ...names];

function resized(side: number): Uint8Array {
  const copy = Buffer.from(small);
  copy.writeUInt32BE(side, 16);
  copy.writeUInt32BE(side, 20);
  return copy;
}

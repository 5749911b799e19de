/** Line glyphs of media: 16 units, stroke 1.5, beside a word that says the same. */

export type MediaGlyphName = 'image' | 'audio' | 'file' | 'warning' | 'note' | 'blocked';

const RING = 'M2 8a6 6 0 1 0 12 0a6 6 0 1 0-12 0z';

const PATHS: Readonly<Record<MediaGlyphName, readonly string[]>> = {
  image: [
    'M3.2 3h9.6A1.2 1.2 0 0 1 14 4.2v7.6a1.2 1.2 0 0 1-1.2 1.2H3.2A1.2 1.2 0 0 1 2 11.8V4.2A1.2 1.2 0 0 1 3.2 3z',
    'm2.5 11.5 3.5-3.7 2.6 2.6 1.8-1.7 3 2.8M9.5 6a1 1 0 1 0 2 0 1 1 0 1 0-2 0z',
  ],
  audio: ['M2 6.5v3m3-5.5v8m3-10v12m3-9v6m3-4v2'],
  file: ['M3.5 2h6L12.5 5v9h-9z', 'M9.3 2v3.3h3.2'],
  warning: ['M8 2.2 14.4 13.4H1.6z', 'M8 6.4v3.3M8 11.5v.1'],
  note: [RING, 'M8 7.5v3.6M8 5v.1'],
  blocked: [RING, 'm3.8 12.2 8.4-8.4'],
};

export interface MediaGlyphProps {
  readonly name: MediaGlyphName;
  /** Edge in CSS pixels. */
  readonly size?: number;
}

export function MediaGlyph({ name, size = 14 }: MediaGlyphProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {PATHS[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  );
}

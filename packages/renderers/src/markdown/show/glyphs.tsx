/** Line glyphs of documents: 16 units, stroke 1.5, never alone without a word or a label. */

export const CopyGlyph = () => <Glyph size={14} path="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />;
export const OutGlyph = () => <Glyph size={10} path="M9.5 2.5h4v4m0-4L7 9M6.5 3.5h-4v10h10v-4" />;
export const WarnGlyph = () => <Glyph size={12} path="M8 2 1.5 13.5h13zM8 6.5v3m0 1.8v.2" />;
export const ImageGlyph = () => <Glyph size={16} path="M2 3h12v10H2zm0 8 4-4 3.5 3.5L12 8l2 2M11 6v.1" />;

function Glyph({ size, path }: { readonly size: number; readonly path: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={path} />
    </svg>
  );
}

/** Line glyphs of the code head: 16 units, stroke 1.5, never alone without a word or a label. */

export const CodeGlyph = () => <Glyph path="m5 4-4 4 4 4M11 4l4 4-4 4" />;
export const SearchGlyph = () => <Glyph path="M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zm3.6-1.4L14 14" />;
export const WrapGlyph = () => (
  <Glyph path="M2 3.5h12M2 8h9.5a2.25 2.25 0 0 1 0 4.5H8m1.8-2L8 12.5l1.8 2M2 12.5h3" />
);
export const CopyGlyph = () => <Glyph path="M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z" />;

/** An arrow up or down, for the previous and the next match. */
export const StepGlyph = ({ up }: { readonly up: boolean }) => (
  <Glyph path={up ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} />
);

function Glyph({ path }: { readonly path: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="14"
      height="14"
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

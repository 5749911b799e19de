/** Line glyphs of the tree: 16 units, stroke 1.5, never alone without a word or a label. */

/** A chevron: down when open, right when closed. */
export function Twisty({ open }: { readonly open: boolean }) {
  return <Glyph path={open ? 'M3.5 6 8 10.5 12.5 6' : 'M6 3.5 10.5 8 6 12.5'} />;
}

/** An arrow up or down, for the previous and the next match. */
export function StepArrow({ up }: { readonly up: boolean }) {
  return <Glyph path={up ? 'M8 13V3M4 7l4-4 4 4' : 'M8 3v10M4 9l4 4 4-4'} />;
}

/** An eye, for what is shown while it is held. */
export function Eye() {
  return (
    <Glyph path="M1.5 8C3 5 5.3 3.5 8 3.5S13 5 14.5 8C13 11 10.7 12.5 8 12.5S3 11 1.5 8ZM10 8a2 2 0 1 1-4 0 2 2 0 0 1 4 0Z" />
  );
}

function Glyph({ path }: { readonly path: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width="10"
      height="10"
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

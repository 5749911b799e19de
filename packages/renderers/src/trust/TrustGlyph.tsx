/** The broken shield of untrusted content: the form carries the meaning where the colour cannot. */
export function TrustGlyph({ size = 14 }: { readonly size?: number }) {
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
      <path d="M8 1.5 13 3.4v3.9c0 3.1-1.9 5.5-5 7.2-3.1-1.7-5-4.1-5-7.2V3.4z" strokeDasharray="3.2 1.7" />
      <path d="m6.1 6 3.8 3.8m0-3.8L6.1 9.8" />
    </svg>
  );
}

import { ScrolledText } from './ScrolledText.tsx';

/** Longest text that is shown here, in UTF-16 units; the Payload tab has the whole. */
const LONGEST = 8000;

/** A foreign value as JSON, to be read. */
export function JsonShown({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
  return <ScrolledText label={label} text={shown} />;
}

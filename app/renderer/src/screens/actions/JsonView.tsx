import { ScrolledText } from './ScrolledText.tsx';

/** Maximum length of the displayed text, in UTF-16 units; the Payload tab has all of it. */
const LONGEST = 8000;

/** A foreign value as read-only JSON. */
export function JsonView({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = JSON.stringify(value, null, 2) ?? 'null';
  const displayed = text.length > LONGEST ? `${text.slice(0, LONGEST)}\n…` : text;
  return <ScrolledText label={label} text={displayed} />;
}

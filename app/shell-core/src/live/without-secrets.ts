/**
 * An answer on its way to the window, with texts hidden that are known to be secret, wherever a host has put them: in a
 * name, in the middle of a sentence, in its own error code. The last of the doors; those before it go by names and
 * shapes. `answer` is JSON and so is what comes back. O(answer).
 */
export function withoutSecrets<T>(answer: T, mask: (text: string) => string): T {
  const text = JSON.stringify(answer);
  const masked = mask(text);
  if (masked === text) return answer;
  try {
    return JSON.parse(masked) as T; // the same form: masking changes texts alone
  } catch {
    return JSON.parse(text, (_, value: unknown) => hidden(value, mask)) as T;
  }
}

/** A secret may be a number, in whose place a mark is no JSON. */
function hidden(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : mask(String(value));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [mask(name), member]));
}

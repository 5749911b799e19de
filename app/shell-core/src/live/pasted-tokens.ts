/** Tokens that came along with a pasted text, until the person says that the host is to be kept. */
export interface PastedTokens {
  hold(baseUrl: string, token: string): void;
  /** Gives the token out once; null when there is none, or it is older than five minutes. */
  take(baseUrl: string): string | null;
}

const storedMs = 5 * 60 * 1000;
const maxStored = 20;

/** `now` gives epoch milliseconds. */
export function createPastedTokens(now: () => number): PastedTokens {
  const held = new Map<string, { readonly token: string; readonly untilMs: number }>();
  const dropOld = () => {
    for (const [baseUrl, { untilMs }] of held) if (untilMs <= now()) held.delete(baseUrl);
  };
  return {
    hold(baseUrl, token) {
      dropOld();
      held.delete(baseUrl);
      if (held.size < maxStored) held.set(baseUrl, { token, untilMs: now() + storedMs });
    },
    take(baseUrl) {
      dropOld();
      const token = held.get(baseUrl)?.token ?? null;
      held.delete(baseUrl);
      return token;
    },
  };
}

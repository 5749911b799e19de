/** What an open interrupt asked for when the host told of it: enough to judge an answer, nothing of its content. */
export interface InterruptRecord {
  readonly kind: string;
  readonly nodeId: string | null;
  /** `data.actions` of an approval; null when the host told none. */
  readonly actions: readonly string[] | null;
}

/** An interrupt to be remembered, with its token. */
export interface NotedInterrupt extends InterruptRecord {
  readonly token: string | null;
}

/**
 * Interrupt tokens of one live session. They are credentials (section 8): the book keeps them in the shell's memory and
 * gives out references that say nothing about them. It also remembers what kind of interrupt each node waits with, so
 * that an answer is judged by what the host said, not by what a window says.
 */
export interface TokenBook {
  /** Takes the interrupts that are open now, in place of those noted before; a reference for each, null without token. */
  noteOpen(interrupts: readonly NotedInterrupt[]): readonly (string | null)[];
  /** The token behind a reference; null for one that is not known. */
  tokenOf(tokenRef: string): string | null;
  /** What was asked, by reference or else by node; null when the host told nothing of it. */
  askedBy(tokenRef: string | null, nodeId: string | null): InterruptRecord | null;
  /** Forgets everything, when the session ends. */
  forget(): void;
}

/** Tokens that are kept; of a session there are a few. */
const MAX_TOKENS = 500;

/** `randomText` makes a reference; chance of the platform unless given. */
export function createTokenBook(randomText: () => string = chance): TokenBook {
  const refs = new Map<string, string>();
  const held = new Map<string, NotedInterrupt>();
  let open: readonly NotedInterrupt[] = [];

  const refOf = (interrupt: NotedInterrupt): string | null => {
    const { token } = interrupt;
    if (token === null) return null;
    const ref = refs.get(token) ?? `it-${randomText()}`;
    refs.set(token, ref);
    held.set(ref, interrupt);
    forgetOldest();
    return ref;
  };
  const forgetOldest = (): void => {
    if (held.size <= MAX_TOKENS) return;
    const [oldest] = held;
    if (oldest === undefined) return;
    held.delete(oldest[0]);
    if (oldest[1].token !== null) refs.delete(oldest[1].token);
  };

  return {
    noteOpen(interrupts) {
      open = interrupts.slice(0, MAX_TOKENS);
      return interrupts.map(refOf);
    },
    tokenOf: (ref) => held.get(ref)?.token ?? null,
    askedBy(ref, nodeId) {
      const byRef = ref === null ? undefined : held.get(ref);
      return byRef ?? open.find((interrupt) => nodeId !== null && interrupt.nodeId === nodeId) ?? null;
    },
    forget() {
      refs.clear();
      held.clear();
      open = [];
    },
  };
}

/** 128 bits, from the system's own source where there is one. */
function chance(): string {
  if (typeof crypto !== 'undefined' && typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return Array.from({ length: 4 }, () => Math.floor(Math.random() * 2 ** 32).toString(36)).join('');
}

/** The question before something leaves this machine for the first time. */
export interface RequestQuestion {
  /** Scheme, name and port of the request. */
  readonly origin: string;
  /** No request went to this origin since the start. */
  readonly isNewOrigin: boolean;
  /** Environment variable that would be read and sent as the token; null for none. */
  readonly variable: string | null;
  /** The variable was named when the application was started. */
  readonly isVariableNamed: boolean;
}

/** Asks the person by a dialog of the system; true when they allow it. */
export type AskAboutRequest = (question: RequestQuestion) => Promise<boolean>;

/** What was allowed since the start. It is in memory alone: the next start asks again. */
export interface Permissions {
  /**
   * True when requests may go to the origin of an address, with the value of a variable as the token where one is named.
   * Asks for what was not allowed before, one question at a time: while one is open, everything else is refused.
   */
  permit(address: string, variable?: string | null): Promise<boolean>;
  /** True when this variable may be read for the host at this base URL. */
  mayRead(variable: string, baseUrl: string): boolean;
  /** Why a variable is not read now, in words; null when it is, or when nothing more is to be said. */
  whyNotRead(variable: string, baseUrl: string): string | null;
  /** Why a variable can be no token at all in this shell, in words; null when it can. */
  refusalOf(variable: string): string | null;
}

/**
 * With a way to ask (the desktop) every new origin and every variable is confirmed. Without one (the browser shell)
 * origins are left to the buttons of the page, and only variables that were named at the start are read.
 */
export function createPermissions(
  ask: AskAboutRequest | null,
  namedVariables: readonly string[],
): Permissions {
  const named = new Set(namedVariables);
  if (ask !== null) return withQuestions(ask, named);
  const refusalOf = (variable: string) =>
    named.has(variable)
      ? null
      : `${variable} was not named at the start, so it is not read. Start with --token-env ${variable}.`;
  return {
    permit: async () => true,
    mayRead: (variable) => named.has(variable),
    whyNotRead: refusalOf,
    refusalOf,
  };
}

function withQuestions(ask: AskAboutRequest, named: ReadonlySet<string>): Permissions {
  const origins = new Set<string>();
  /** Variable and base URL. */
  const variables = new Set<string>();
  let open: { readonly key: string; readonly answer: Promise<boolean> } | null = null;
  const mayRead = (variable: string, baseUrl: string) => variables.has(`${variable} ${baseUrl}`);

  async function askOnce(address: string, origin: string, variable: string | null): Promise<boolean> {
    const isNewOrigin = !origins.has(origin);
    const isVariableNamed = variable !== null && named.has(variable);
    const isAllowed = await ask({ origin, isNewOrigin, variable, isVariableNamed });
    if (!isAllowed) return false;
    origins.add(origin);
    if (variable !== null) variables.add(`${variable} ${address}`);
    return true;
  }

  return {
    mayRead,
    async permit(address, variable = null) {
      const { origin } = new URL(address);
      const wanted = variable === null || mayRead(variable, address) ? null : variable;
      if (origins.has(origin) && wanted === null) return true;
      const key = `${origin} ${wanted ?? ''} ${wanted === null ? '' : address}`;
      if (open !== null) return open.key === key ? open.answer : false;
      const answer = askOnce(address, origin, wanted);
      open = { key, answer };
      try {
        return await answer;
      } finally {
        open = null;
      }
    },
    whyNotRead: (variable, baseUrl) =>
      mayRead(variable, baseUrl) ? null : `${variable} is read only after a confirmation.`,
    refusalOf: () => null,
  };
}

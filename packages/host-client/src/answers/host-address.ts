/** What a pasted text says about where a host is: a base URL, a URL of a run or of its events, a curl command. */
export interface HostAddress {
  /** Origin, and a path before `/v1` where a proxy has one; no slash at the end, no user name, query or fragment. */
  readonly baseUrl: string;
  /** The run that the text names, null for none. */
  readonly runId: string | null;
}

/** A text after reading. `token` is a credential that stood in it (a header of a curl command); it stays in the shell. */
export type AddressReading =
  | { readonly ok: true; readonly address: HostAddress; readonly token: string | null }
  | { readonly ok: false; readonly message: string };

/** What the user loads from an address, and links that leave the window. */

/**
 * What came from an address. The bytes cross as they are: over IPC as a copy, over HTTP after a first line with the
 * rest of the reply as JSON (`http-bridge.ts`).
 */
export type LoadOnceReply =
  | {
      readonly kind: 'bytes';
      readonly bytes: Uint8Array<ArrayBuffer>;
      /** Media type as the answer declared it, in lower case, without parameters; null when it is none. */
      readonly declaredType: string | null;
      /** Host, with the port unless it is the usual one, that the bytes came from; in ASCII form. */
      readonly finalHost: string;
    }
  | {
      readonly kind: 'problem';
      readonly reason: LoadProblem;
      /** One sentence that names the host, never the rest of the address. */
      readonly message: string;
    };

/**
 * `address`: not one that is loaded (scheme, user name, length). `refused-place`: this machine, a private network or
 * another place that content may not reach. `cut-off`: fewer bytes came than were promised. `encoded`: compressed,
 * though nobody asked for it. `busy`: too many are loading.
 */
export type LoadProblem =
  | 'address'
  | 'refused-place'
  | 'no-such-host'
  | 'unreachable'
  | 'certificate'
  | 'out-of-time'
  | 'redirect'
  | 'status'
  | 'encoded'
  | 'too-large'
  | 'cut-off'
  | 'cancelled'
  | 'busy';

/**
 * What became of a link. `handled: false`: this shell asks nobody, so the window asks and opens it. Neither `opened`
 * nor `copied`: the person said no, another such question is open, or the address is not http or https.
 */
export type OpenLinkReply =
  | { readonly handled: false }
  | { readonly handled: true; readonly opened: boolean; readonly copied: boolean };

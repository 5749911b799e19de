/** What a link in a document leads to, in words to stand beside it (security S-04). */
import { contentUrl } from '../../model/choose/content-url.ts';

export type LinkTarget =
  | {
      readonly kind: 'web';
      /** To be opened, after a question. */
      readonly address: string;
      /** As it may be shown: tokens masked. */
      readonly shown: string;
      readonly host: string;
      /** The text of the link is the address or its host, so that nothing needs to be added. */
      readonly isSaid: boolean;
      readonly isPunycode: boolean;
      /** The text of the link reads like another host. */
      readonly namesAnother: boolean;
    }
  /** Stays text. `why` is for a person. */
  | { readonly kind: 'inert'; readonly shown: string; readonly why: string };

/** Reads the address of a link; `text` is what the link shows. */
export function linkTarget(address: string, text: string): LinkTarget {
  const { kind, shown, scheme, host, isPunycode } = contentUrl(address);
  if (kind === 'host-path') return { kind: 'inert', shown, why: 'a path on the host of the run, not opened' };
  if (kind === 'refused' || host === null) return { kind: 'inert', shown, why: refusalWords(scheme) };
  const written = text.trim().toLowerCase();
  const bare = shown.toLowerCase();
  const isSaid = written === bare || `${written}/` === bare || written === host;
  const named = hostIn(written);
  const namesAnother = named !== null && named !== host && `www.${named}` !== host && named !== `www.${host}`;
  return { kind: 'web', address, shown, host, isSaid, isPunycode, namesAnother };
}

function refusalWords(scheme: string | null): string {
  if (scheme === null) return 'no web address, not opened';
  if (scheme === 'http' || scheme === 'https') return 'an address with a user name, not opened';
  return `${scheme.slice(0, 40)}: address, not opened`;
}

/** The host that a text begins with, if it reads like one. */
function hostIn(text: string): string | null {
  return (
    /^(?:https?:\/\/)?((?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?::\d{1,5})?)(?=[/?#\s]|$)/u.exec(
      text,
    )?.[1] ?? null
  );
}

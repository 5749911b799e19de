import { join } from 'node:path';

/** A path of a request, resolved inside the renderer's folder. */
export type RendererPath =
  | { readonly kind: 'inside'; readonly file: string }
  | { readonly kind: 'forbidden'; readonly why: string };

/**
 * Turns the path of a request, as written in it, into a file of the renderer's folder. Decoded once; whatever could
 * step outside (dots, backslashes, drive letters, NUL, hidden names) is refused rather than cleaned up. Whether the
 * file exists is not looked at.
 */
export function rendererPath(folder: string, requestPath: string): RendererPath {
  const decoded = decode(requestPath);
  if (decoded === null) return { kind: 'forbidden', why: 'The path is not validly encoded.' };
  const segments = decoded.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => !/^[\w][\w.@-]*$/.test(segment))) {
    return { kind: 'forbidden', why: 'The path leaves the folder of the application.' };
  }
  return { kind: 'inside', file: join(folder, ...(segments.length === 0 ? ['index.html'] : segments)) };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

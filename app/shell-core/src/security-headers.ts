import { join } from 'node:path';

/**
 * What both shells say about every document they serve (security.md S-02). Scripts and styles come from our own
 * files only; nothing may frame the window, it frames nothing but our own surface document, and text never becomes
 * code: workers are made through the one Trusted Types policy named here.
 */
const policy: Readonly<Record<string, string>> = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' blob: data:",
  'media-src': "'self' blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  // Every other document of ours refuses to be framed; surface.html has a policy of its own (surface-policy.ts).
  'frame-src': "'self'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  'require-trusted-types-for': "'script'",
  'trusted-types': 'inspector-worker',
};

export const contentSecurityPolicy = Object.entries(policy)
  .map(([directive, value]) => `${directive} ${value}`)
  .join('; ');

/**
 * The acceptor's worker compiles schemas of users and hosts to code, which the policy of the window forbids. It has one
 * of its own: it may do that, and load the files next to it, and nothing else. It reaches no address and no page.
 */
const acceptorWorkerPolicy = "default-src 'none'; script-src 'self' 'unsafe-eval'";

/** The worker's script as the build names it; a path that is encoded in another way keeps the policy of the window. */
const acceptorWorkerPath = /^\/assets\/acceptor\.worker-[\w-]+\.js$/;

/** The session worker reads logs by a scanner in WebAssembly (ADR 0016), which is our own and comes with its script. */
const sessionWorkerPolicy = contentSecurityPolicy.replace(
  "script-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
);

const sessionWorkerPath = /^\/assets\/session\.worker-[\w-]+\.js$/;

/** Headers of the answer to one request, whatever its status. `path` is as written in it, without the query. */
export function securityHeadersFor(path: string): Readonly<Record<string, string>> {
  if (acceptorWorkerPath.test(path))
    return { ...securityHeaders, 'content-security-policy': acceptorWorkerPolicy };
  if (sessionWorkerPath.test(path))
    return { ...securityHeaders, 'content-security-policy': sessionWorkerPolicy };
  return securityHeaders;
}

/** Sent with every answer of either shell but three, whatever its status. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** A path of a request, resolved inside the renderer's folder. */
type RendererPath =
  | { readonly kind: 'inside'; readonly file: string }
  | { readonly kind: 'forbidden'; readonly why: string };

/**
 * Turns the path of a request, as written in it, into a file of the renderer's folder. Decoded once; whatever could
 * step outside (dots, backslashes, drive letters, NUL, hidden names) is refused rather than cleaned up. Whether the
 * file exists is not inspected.
 */
export function rendererPath(folder: string, requestPath: string): RendererPath {
  const decoded = decode(requestPath);
  if (decoded === null) return { kind: 'forbidden', why: 'The path is not validly encoded.' };
  const segments = decoded.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => !/^[\w][\w.@-]*$/.test(segment)))
    return { kind: 'forbidden', why: 'The path leaves the folder of the application.' };
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

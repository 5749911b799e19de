/**
 * What both shells say about every document they serve (security.md S-02). Scripts and styles come from our own
 * files only; nothing may frame the window, nothing in it may frame anything, and text never becomes code: workers
 * are made through the one Trusted Types policy named here.
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
  'frame-src': "'none'",
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

/** Sent with every answer of either shell, whatever its status. */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

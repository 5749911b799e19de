import { createHash } from 'node:crypto';

/** What a page could ask for or use by default, each taken from the frame. */
const surfacePermissions = [
  ...['clipboard-write', 'clipboard-read', 'camera', 'microphone', 'geolocation', 'display-capture'],
  ...['autoplay', 'fullscreen', 'payment', 'usb', 'serial', 'hid', 'midi'],
]
  .map((feature) => `${feature}=()`)
  .join(', ');

/** Name of the document that draws surfaces, beside `index.html` in the renderer's folder. */
export const surfaceDocumentName = 'surface.html';

/**
 * The policy of the frame that draws surfaces (security.md S-03): its own script and its own style, named by their
 * hashes, and nothing else. It reaches no address, no file and no image, sends no form, has an origin of its own that
 * is nobody's, and only our window may frame it. It does not cover WebRTC, which the frame's own script takes away (`take-away.ts`).
 *
 * @param html the document as it is sent, with one script and one style in it
 */
export function surfacePolicy(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(html, 'script')}`,
    `style-src ${hashOf(html, 'style')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'sandbox allow-scripts',
  ].join('; ');
}

/** Headers of the surface document: its policy, and that it is granted nothing that pages may be granted. */
export function surfaceHeaders(html: string): Readonly<Record<string, string>> {
  return { 'content-security-policy': surfacePolicy(html), 'permissions-policy': surfacePermissions };
}

/** A document without the element gets none of it allowed. */
function hashOf(html: string, element: 'script' | 'style'): string {
  const [, content] = new RegExp(`<${element}>([^]*?)</${element}>`).exec(html) ?? [];
  if (content === undefined) return "'none'";
  return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
}

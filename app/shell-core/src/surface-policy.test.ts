import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { surfaceHeaders, surfacePolicy } from './file-serving.ts';

const sha256 = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('the frame runs its own script with its own style, in an origin of nobody (security S-03)', () => {
  const html = '<!doctype html><style>p { color: red }</style><body><script>\n"é"\n</script></body>';
  expect(surfacePolicy(html).split('; ')).toEqual([
    "default-src 'none'",
    `script-src ${sha256('\n"é"\n')}`,
    `style-src ${sha256('p { color: red }')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    'sandbox allow-scripts',
  ]);
});

test('the frame is granted nothing, the clipboard least of all (security S-03)', () => {
  const granted = surfaceHeaders('')['permissions-policy'] ?? '';
  expect(granted.split(', ')).toContain('clipboard-write=()');
  expect(granted.split(', ').every((feature) => feature.endsWith('=()'))).toBe(true);
});

test('only the first script of a document may run, and none that has attributes', () => {
  const allowed = (html: string) => /script-src ([^;]*)/.exec(surfacePolicy(html))?.[1];
  expect(allowed('<script>1</script><script>2</script>')).toBe(sha256('1'));
  expect(allowed('<script src="x"></script>')).toBe("'none'");
  expect(allowed('')).toBe("'none'");
});

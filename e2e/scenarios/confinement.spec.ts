import { failedDraft } from '@openwop-inspector/testing/files';
import { outcomeOf } from '../pages/views.ts';
import { expect, test } from '../shells.ts';

/** Ways for text to become code or to leave. Each runs as the page's own code would, and reports what became of it. */
const attempts: readonly { name: string; attempt: () => unknown; blocked: RegExp }[] = [
  // biome-ignore lint/security/noGlobalEval: that it is refused is what the scenario is about
  { name: 'eval', attempt: () => globalThis.eval('1'), blocked: /EvalError|TypeError/ },
  { name: 'new Function', attempt: () => new Function('return 1')(), blocked: /EvalError|TypeError/ },
  {
    name: 'a timer on a text',
    attempt: () => Reflect.apply(setTimeout, globalThis, ['1']),
    blocked: /TypeError|EvalError/,
  },
  { name: 'innerHTML', attempt: () => Reflect.set(document.body, 'innerHTML', '<b>x'), blocked: /TypeError/ },
  {
    name: 'a foreign script',
    attempt: () => Reflect.set(document.createElement('script'), 'src', 'https://example.com/x.js'),
    blocked: /TypeError/,
  },
  { name: 'a worker of a text', attempt: () => new Worker('data:text/javascript,0'), blocked: /TypeError/ },
  { name: 'a request to elsewhere', attempt: () => fetch('https://example.com/'), blocked: /TypeError/ },
  {
    name: 'an image from elsewhere',
    attempt: () =>
      new Promise((resolve) => {
        const image = new Image();
        image.onload = () => resolve('loaded');
        image.onerror = () => resolve('refused');
        image.src = 'https://example.com/pixel.png';
      }),
    blocked: /^refused$/,
  },
];

test('text never becomes code, and nothing is fetched from elsewhere @desktop', async ({ inspector }) => {
  const window = await inspector.open(failedDraft);
  inspector.allow(/TrustedScript|TrustedHTML|Content Security Policy|Trusted Type|example\.com|unsafe-eval/);
  inspector.allow(/"event":"request-refused"/);
  for (const { name, attempt, blocked } of attempts)
    expect.soft(await outcomeOf(window.page, attempt), name).toMatch(blocked);
});

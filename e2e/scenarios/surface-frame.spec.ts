import { failedDraft } from '@openwop-inspector/testing/files';
import { loadSurfaceFrame, openSurfaceFrame, outcomeOf } from '../pages/views.ts';
import { expect, type Inspector, test } from '../shells.ts';

/**
 * What a surface could try if something of it ever ran (security S-03). Each attempt runs as the frame's own code would
 * and says what became of it; `ran` is the canary.
 */
const frameAttempts: readonly { name: string; attempt: () => unknown; blocked: RegExp }[] = [
  { name: 'a request to elsewhere', attempt: () => fetch('https://example.com/'), blocked: /TypeError/ },
  { name: 'a request to the shell', attempt: () => fetch('./index.html'), blocked: /TypeError/ },
  { name: 'the window', attempt: () => window.parent.document, blocked: /SecurityError/ },
  { name: 'the address of the window', attempt: () => window.parent.location.href, blocked: /SecurityError/ },
  { name: 'storage', attempt: () => localStorage.length, blocked: /SecurityError/ },
  { name: 'cookies', attempt: () => document.cookie, blocked: /SecurityError/ },
  { name: 'databases', attempt: () => indexedDB.open('x'), blocked: /SecurityError/ },
  { name: 'markup', attempt: () => Reflect.set(document.body, 'innerHTML', '<b>x'), blocked: /TypeError/ },
  // biome-ignore lint/security/noGlobalEval: that it is refused is what the scenario is about
  { name: 'eval', attempt: () => globalThis.eval('1'), blocked: /EvalError|TypeError/ },
  { name: 'a worker', attempt: () => new Worker('data:text/javascript,0'), blocked: /TypeError/ },
  { name: 'the clipboard', attempt: () => navigator.clipboard.writeText('ran'), blocked: /TypeError/ },
  {
    name: 'an item of the clipboard',
    attempt: () =>
      navigator.clipboard.write([
        new ClipboardItem({ 'text/plain': new Blob(['ran'], { type: 'text/plain' }) }),
      ]),
    blocked: /TypeError/,
  },
  {
    name: 'a copy',
    attempt: () => {
      document.addEventListener('copy', (event) => {
        event.clipboardData?.setData('text/plain', 'ran');
        event.preventDefault();
      });
      return document.execCommand('copy');
    },
    blocked: /TypeError/,
  },
  { name: 'a cut', attempt: () => document.execCommand('cut'), blocked: /TypeError/ },
  { name: 'a beacon', attempt: () => navigator.sendBeacon('https://example.com/'), blocked: /TypeError/ },
  { name: 'another window', attempt: () => window.open('https://example.com/'), blocked: /^null$/ },
  {
    name: 'the bridge of the desktop',
    attempt: () => Reflect.get(window, 'inspector'),
    blocked: /^undefined$/,
  },
  { name: 'an origin', attempt: () => self.origin, blocked: /^null$/ },
];

/** Ways for text to become code or to leave. Each runs as the page's own code would, and reports what became of it. */
const pageAttempts: readonly { name: string; attempt: () => unknown; blocked: RegExp }[] = [
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

const expectedNoise =
  /Content Security Policy|Trusted|example\.com|index\.html|sandboxed|initiate navigation|unsafe-eval|status of 40|Refused to/;

/** Opens the window, whose refusals are what these scenarios are about. */
function openWindow(inspector: Inspector) {
  inspector.allow(expectedNoise);
  inspector.allow(/"event":"(request|navigation)-refused"/);
  return inspector.open(failedDraft);
}

test('the page and the frame of a surface are confined (security S-03) @desktop', async ({ inspector }) => {
  const { page } = await openWindow(inspector);

  await test.step('text never becomes code, and nothing is fetched from elsewhere', async () => {
    for (const { name, attempt, blocked } of pageAttempts)
      expect.soft(await outcomeOf(page, attempt), name).toMatch(blocked);
  });

  await test.step('the frame of a surface reaches nothing (security S-03)', async () => {
    await inspector.shell.writeClipboard('what was there');
    const frame = await openSurfaceFrame(page);
    for (const { name, attempt, blocked } of frameAttempts)
      expect.soft(await outcomeOf(frame, attempt), name).toMatch(blocked);
    expect.soft(await inspector.shell.readClipboard()).toBe('what was there');
  });

  await test.step('the frame goes nowhere else, and the window frames nothing else (security S-03)', async () => {
    const frame = await openSurfaceFrame(page);
    const own = frame.url();
    for (const address of ['https://example.com/', 'data:text/html,ran', './index.html']) {
      await frame.evaluate((to) => window.location.assign(to), address).catch(() => undefined);
      // Another frame that loads meanwhile: whatever the first one was going to do has been done.
      await loadSurfaceFrame(page);
      // Refused at once, or the browser's own page about it: never the address.
      expect.soft([own, 'chrome-error://chromewebdata/'], address).toContain(frame.url());
    }
    await page.evaluate(() => {
      for (const address of ['./index.html', 'https://example.com/']) {
        const element = document.createElement('iframe');
        element.dataset.foreign = '';
        element.src = address;
        document.body.append(element);
      }
    });
    await loadSurfaceFrame(page);
    const titles = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLIFrameElement>('iframe[data-foreign]')].map(
        (element) => element.contentDocument?.title ?? '',
      ),
    );
    expect.soft(titles).toEqual(['', '']);
  });
});

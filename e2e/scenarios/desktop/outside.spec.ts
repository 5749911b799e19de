/** What leaves the machine, or comes from elsewhere, does so through the shell and on the user's word. */
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startOneAnswer } from '@openwop-inspector/testing/host';
import { answerQuestions, answerSaveDialogs, callAfterKey } from '../../shells/desktop-shell.ts';
import { expect, test } from '../../shells.ts';

const bytes = [0x89, 0x50, 0x4e, 0x47, 10, 0, 0xff];

test('content, links and saved bytes go through the shell', async ({ inspector }, testInfo) => {
  const host = await startOneAnswer(Uint8Array.from(bytes), 'image/png; x=1');
  await inspector.start({ loadFrom: [host.origin] });
  const { application, page } = inspector.desktop;

  await test.step('content comes from an origin that was allowed, byte by byte, and from no other of this machine (S-17)', async () => {
    const other = await startOneAnswer(new Uint8Array(1), 'image/png');
    const loaded = await callAfterKey(page, 'content/load-once', {
      loadId: 'one',
      address: `${host.origin}/a.png`,
    });
    expect
      .soft(loaded)
      .toEqual({ kind: 'bytes', bytes, declaredType: 'image/png', finalHost: new URL(host.origin).host });
    const refused = await callAfterKey(page, 'content/load-once', {
      loadId: 'two',
      address: `${other.origin}/`,
    });
    expect.soft(refused).toMatchObject({ kind: 'problem', reason: 'refused-place' });
    expect.soft([host.requests, other.requests]).toEqual([['/a.png'], []]);
    await host.close();
    await other.close();
  });

  await test.step('a link is opened after a question that shows it whole, and Cancel is what Enter does (S-04)', async () => {
    const seen = await answerQuestions(application, 'Cancel');
    const address = 'https://xn--pple-43d.example/a%E2%80%AEb?c#d';
    const notOpened = { handled: true, opened: false, copied: false };
    expect.soft(await callAfterKey(page, 'links/open', { address })).toEqual(notOpened);
    expect.soft(await seen()).toEqual(['Cancel by default: https://xn--pple-43d.example/a<U+202E>b?c#d']);
    await answerQuestions(application, 'Open');
    expect.soft(await callAfterKey(page, 'links/open', { address })).toEqual({ ...notOpened, opened: true });
    const opened = await answerQuestions(application, 'Open');
    for (const inert of ['javascript:alert(1)', 'file:///etc/passwd', 'ms-msdt:/id'])
      expect.soft(await callAfterKey(page, 'links/open', { address: inert })).toEqual(notOpened);
    expect.soft(await opened()).toEqual([]);
  });

  await test.step('bytes are saved as they are, under a name that no system runs (S-09)', async () => {
    const folder = testInfo.outputPath('chosen');
    mkdirSync(folder);
    await answerSaveDialogs(application, { folder });
    await page.keyboard.press('Shift');
    const reply = await page.evaluate(
      (given) =>
        Reflect.get(globalThis, 'inspector').call('files/save-bytes', {
          suggestedName: '../report.html',
          bytes: Uint8Array.from(given),
        }),
      bytes,
    );
    expect.soft(reply).toEqual({ saved: true, name: 'report.html.txt' });
    expect.soft(readdirSync(folder)).toEqual(['report.html.txt']);
    expect.soft([...readFileSync(join(folder, 'report.html.txt'))]).toEqual(bytes);
  });
});

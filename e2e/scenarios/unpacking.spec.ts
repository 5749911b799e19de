import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { zipArchive } from '@openwop-inspector/testing/files';
import { event, many, ndjson } from '@openwop-inspector/testing/hostile-shapes';
import { expect, test } from '../shells.ts';

/** Writes 0.1 MB that unpack to about 110 MiB of events. */
function writeBomb(file: string): string {
  const payload = { level: 'info', message: 'x'.repeat(100_000) };
  writeFileSync(file, gzipSync(ndjson(many(1100, (at) => event(at, { type: 'log.appended', payload })))));
  return file;
}

test('a file that unpacks to far more is confirmed (security S-12)', async ({ inspector }, testInfo) => {
  const file = writeBomb(testInfo.outputPath('bomb.ndjson.gz'));
  const { page } = await inspector.start({ files: [file] });
  const question = page.getByRole('alertdialog', { name: 'Go on unpacking?' });
  await expect(question).toContainText(
    /bomb\.ndjson\.gz unpacks to more than [\d.]+ MB, [\d,]+ times what was read/,
  );
  await expect(question.getByRole('button', { name: 'Stop and show what was read' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
  await page.getByRole('button', { name: 'See its problems' }).click();
  await expect(page.getByText('Not all of the packed data was unpacked').first()).toBeVisible();

  const again = await inspector.start({ files: [file] });
  await again.page.getByRole('button', { name: 'Go on' }).click();
  await expect(again.page.getByRole('alertdialog')).toBeHidden();
  await expect(again.page.getByText('1,100 events').first()).toBeVisible();
});

test('archives with one log and gzip of several members open (bundles 1)', async ({
  inspector,
}, testInfo) => {
  const events = many(3, (at) => event(at, { type: 'x.y', payload: {} }));
  const member = (at: number) => gzipSync(ndjson([event(at, { type: 'x.y', payload: {} })]));
  const write = (name: string, content: string | Uint8Array): string => {
    writeFileSync(testInfo.outputPath(name), content);
    return testInfo.outputPath(name);
  };
  const run = { name: 'run.ndjson', content: ndjson(events) };
  const text = `data: ${JSON.stringify(events[0])}\n\nevent: error\ndata: {"error":{"code":"backpressure","message":"slow"}}\n\n`;
  const content = { mimeType: 'text/event-stream', text };
  const files = [
    write('one.zip', zipArchive([run, { name: 'README.md', content: '# a run' }])),
    write('browser.har', JSON.stringify({ log: { entries: [{ response: { content } }] } })),
    write('two.zip', zipArchive([run, { ...run, name: 'again.ndjson' }])),
    write('members.ndjson.gz', Buffer.concat(many(40, member))),
  ];
  const { page } = await inspector.start({ files });
  await page.getByRole('tab', { name: /one\.zip/ }).click();
  await expect(page.getByText('3 events').first()).toBeVisible();
  await page.getByRole('tab', { name: /browser\.har/ }).click();
  await page.keyboard.press('5');
  await expect(page.getByText('The host says: backpressure: slow').first()).toBeVisible();
  await page.getByRole('tab', { name: /two\.zip/ }).click();
  const found = page.getByRole('region', { name: 'What was found' });
  await expect(found).toContainText(
    'A ZIP archive with 2 logs: run.ndjson, again.ndjson. Unpack it and open',
  );
  await page.getByRole('tab', { name: /members\.ndjson\.gz/ }).click();
  await expect(page.getByText('40 events').first()).toBeVisible();
});

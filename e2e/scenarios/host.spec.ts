import { writeFileSync } from 'node:fs';
import { expect, test } from '../shells.ts';

test('poll, stream and bundle of a host open as the same run', async ({ inspector, startHost }, testInfo) => {
  const host = await startHost({ dialect: 'reference', runs: [{ workflow: 'failing-draft' }] });
  host.run('prd-5f2c').finish();
  const headers = { authorization: `Bearer ${host.key}` };
  const run = `${host.origin}/v1/runs/prd-5f2c`;
  const answers = {
    'poll.json': await fetch(`${run}/events/poll`, { headers }),
    'capture.sse': await fetch(`${run}/events`, { headers: { ...headers, accept: 'text/event-stream' } }),
    'bundle.json': await fetch(`${run}/debug-bundle`, { headers }),
  };
  const files: string[] = [];
  for (const [name, answer] of Object.entries(answers)) {
    expect(answer.status).toBe(200);
    const file = testInfo.outputPath(name);
    writeFileSync(file, await answer.text());
    files.push(file);
  }
  const window = await inspector.open(...files);
  const reported: string[] = [];
  for (const name of Object.keys(answers)) {
    await window.titleBar.tab(name).click();
    await expect(window.verdict.title).toHaveText('Failed');
    await expect(window.events.selected).toContainText('Ended the run');
    const facts = await window.status.region.getByText(/by eventId/).textContent();
    reported.push([await window.verdict.sentence.textContent(), facts].join(' '));
  }
  expect(new Set(reported).size).toBe(1);
  expect(reported[0]).toContain('Node draft failed with envelope_invalid');
});

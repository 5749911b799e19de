import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { failedDraft, sample } from '@openwop-inspector/testing/files';
import { event, many, ndjson } from '@openwop-inspector/testing/hostile-shapes';
import type { TestInfo } from '@playwright/test';
import { DIALOG, expectClean } from '../axe.ts';
import type { AppWindow } from '../pages/app-window.ts';
import { eventName } from '../pages/frame.ts';
import { expect, type Inspector, test } from '../shells.ts';

test('a report of the visible events is saved by keyboard @desktop', async ({ inspector }, testInfo) => {
  const window = await inspector.open(sample('fan-out.ndjson.gz'));
  const { exporting } = window;
  await window.runs.tree.focus();
  await window.press('End');
  await expect(window.events.options).toHaveCount(6);
  await window.events.list.focus();
  await window.press('Control+e');
  await expect(exporting.form('Report (HTML)')).toBeChecked();
  await expect(exporting.dialog).toContainText(/Visible: 6 events of run markets-70c4-/);
  await expectClean(window.page, 'the dialog that exports', DIALOG);
  await expect(exporting.stage).toContainText('6 events');
  await expect(exporting.save).toBeFocused();
  const file = await inspector.shell.saveFile(testInfo.outputDir, () => window.press('Enter'));
  await expect(exporting.dialog).toBeHidden();
  expect(basename(file)).toBe('fan-out.html');
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(/^<!doctype html>[\s\S]*default-src 'none'[\s\S]*6 events, all of them/);
  expect(text).not.toContain('markets-70c4-islands');
});

/** Exports the visible events in a form; the path of the saved file. `stage` is what has been made of them. */
async function exported(inspector: Inspector, window: AppWindow, form: string, stage: string) {
  const { exporting } = window;
  await window.press('Control+e');
  await exporting.form(form).check();
  await exporting.begin.click();
  await expect(exporting.stage).toContainText(stage);
  return inspector.shell.saveFile(test.info().outputDir, () => exporting.save.click());
}

/** A log of events with these payloads, in a folder of its own: what is saved from it has its name. */
function logAt(testInfo: TestInfo, name: string, payloads: readonly object[]): string {
  mkdirSync(testInfo.outputPath('logs'), { recursive: true });
  const log = testInfo.outputPath('logs', name);
  writeFileSync(log, ndjson(payloads.map((payload, at) => event(at, { type: 'log.appended', payload }))));
  return log;
}

test('filtered events are written without their secrets', async ({ inspector }, testInfo) => {
  const secret = `ghp_${'a1B2'.repeat(9)}`;
  const payloads = [{ a: 1 }, { note: `see ${secret}` }, { token: secret }];
  const log = logAt(testInfo, 'leaky.ndjson', payloads);
  let window = await inspector.open(log);
  await window.filter.field.fill('seq:1..2');
  await expect(window.filter.count('2 of 3')).toBeVisible();
  await window.press('Control+e');
  await expect(window.exporting.dialog).toContainText('Visible: 2 events, filter seq:1..2');
  await window.press('Escape');
  const file = await exported(inspector, window, 'Events (NDJSON)', '2 events');
  const written = readFileSync(file, 'utf8');
  expect(written.trimEnd().split('\n')).toHaveLength(2);
  expect(written).not.toContain(secret);
  window = await inspector.open(file);
  await expect(window.events.options).toHaveCount(2);

  const table = await exported(inspector, window, 'Table (Parquet)', '2 events');
  expect(readFileSync(table).subarray(0, 4).toString()).toBe('PAR1');
});

test('a file of any size is saved, in parts where it is large @desktop', async ({ inspector }, testInfo) => {
  const text = 'lorem ipsum '.repeat(90_000);
  const log = logAt(
    testInfo,
    'wide.ndjson',
    many(40, () => ({ text })),
  );
  const window = await inspector.open(log);
  const file = await exported(inspector, window, 'Events (NDJSON)', '40 events');
  await expect(window.exporting.dialog).toBeHidden();
  expect(statSync(file).size).toBe(statSync(log).size);
});

test('the events around a failure are shared as a safe log', async ({ inspector }, testInfo) => {
  let window = await inspector.open(failedDraft);
  const { exporting, verdict } = window;
  await verdict.share.focus();
  await window.press('Enter');
  await expect(verdict.shared('Report (HTML)…')).toBeFocused();
  await expectClean(window.page, 'the menu of forms to share');
  await window.press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter');
  await expect(exporting.form('Events (NDJSON)')).toBeChecked();
  await exporting.form('The failure #216 with 100 events before and after it').check();
  await exporting.begin.press('Enter');
  await expect(exporting.stage).toContainText('103 events');
  const file = await inspector.shell.saveFile(testInfo.outputDir, () => exporting.save.press('Enter'));
  window = await inspector.open(file);
  await expect(window.verdict.title).toHaveText('Failed');
  await expect(window.events.selected).toHaveAccessibleName(eventName(216));
});

test('a bundle exports as spans', async ({ inspector }) => {
  const file = await exported(inspector, await inspector.open(failedDraft), 'Spans (OTLP JSON)', 'spans');
  expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[0] ?? '')).toHaveProperty('resourceSpans');
});

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { recording } from '@openwop-inspector/testing/files';
import { expectClean } from '../axe.ts';
import { eventName } from '../pages/frame.ts';
import { expect, test } from '../shells.ts';

interface RunFacts {
  readonly id: string;
  readonly fails: boolean;
  readonly parent?: string;
}

/** A short run: a node that fails with the code `no_title`, or completes. Each event is the cause of the next. */
function eventsOf({ id, fails, parent }: RunFacts, number: number): readonly Record<string, unknown>[] {
  const end = fails ? 'failed' : 'completed';
  const error = fails ? { code: 'no_title', message: 'no title' } : undefined;
  const bodies = [
    { type: 'run.started', payload: { workflowId: 'acme.drafts', parentRunId: parent } },
    { type: 'node.started', nodeId: 'draft', payload: { nodeId: 'draft' } },
    { type: `node.${end}`, nodeId: 'draft', payload: { nodeId: 'draft', error } },
    { type: `run.${end}`, payload: fails ? { error: { ...error, failedNodeId: 'draft' } } : {} },
  ];
  return bodies.map((body, sequence) => ({
    eventId: `${id}-${sequence}`,
    runId: id,
    sequence,
    timestamp: new Date(Date.UTC(2026, 4, 18, 10, number, sequence)).toISOString(),
    causationId: sequence === 0 ? undefined : `${id}-${sequence - 1}`,
    ...body,
  }));
}

/** One event of each run in turn, as hosts that run them side by side write them. */
function interleaved(runs: readonly RunFacts[]): string {
  const all = runs.map(eventsOf);
  const lines = [0, 1, 2, 3].flatMap((at) =>
    all.flatMap((events) => (events[at] === undefined ? [] : JSON.stringify(events[at]))),
  );
  return `${lines.join('\n')}\n`;
}

const THREE: readonly RunFacts[] = [
  { id: 'run-a', fails: false },
  { id: 'run-b', fails: true },
  { id: 'run-c', fails: false, parent: 'run-a' },
];

test('one run of several is displayed in every view, then all of them', async ({ inspector }, info) => {
  const file = info.outputPath('three.ndjson');
  writeFileSync(file, interleaved(THREE));
  const window = await inspector.open(file);
  const { runs } = window;
  await expect(runs.items).toHaveText([/run-b/, /run-a/, /run-c/]);
  await expect(runs.items.nth(2)).toHaveAttribute('aria-level', '2');
  await expect(window.views.view('Events')).toHaveAccessibleName(/12/);

  await runs.items.filter({ hasText: 'run-a' }).click();
  await expect(runs.crumb).toContainText('run-a');
  await expect(window.verdict.title).toHaveText('Completed');
  await expect(window.views.view('Events')).toHaveAccessibleName(/\b4\b/);
  await expect(window.status.region).toContainText('4 events, 1 run');
  await expect(window.events.selected).toHaveAccessibleName(eventName(0));
  await window.press('2');
  await expect(window.causes.items).toHaveCount(1);
  await window.press('3');
  await expect(window.nodes.items.filter({ hasText: 'draft' })).toHaveCount(1);
  await window.press('1', '0');
  await expect(runs.crumb).not.toContainText('run-a');
  await expect(window.views.view('Events')).toHaveAccessibleName(/12/);
  await expect(window.verdict.title).toHaveText('Failed');

  await test.step('by keyboard, by the address and after a reload', async () => {
    await runs.tree.focus();
    await window.press('j');
    await expect(runs.selected).toHaveAccessibleName(/failed: run-b, workflow acme\.drafts, draft: no_title/);
    await expect(window.events.selected).toHaveAccessibleName(eventName(2));
    await expect(window.page).toHaveURL(/in=run-b/);
    await window.page.reload();
    await expect(runs.crumb).toContainText('run-b');
    await expect(window.views.view('Events')).toHaveAccessibleName(/\b4\b/);
    await runs.region.getByRole('button', { name: 'Put the runs away' }).click();
    await expect(runs.region).toBeHidden();
    await window.press('R');
    await expect(runs.region).toBeVisible();
    await runs.crumb.getByRole('button', { name: 'Show all runs' }).click();
    await expect(window.page).not.toHaveURL(/in=run-b/);
  });
});

test('failing runs of 800 are first, under the head of their code', async ({ inspector }, info) => {
  const file = info.outputPath('many.ndjson');
  const many = Array.from({ length: 800 }, (_, i) => ({ id: `run-${i}`, fails: i === 517 || i === 700 }));
  writeFileSync(file, interleaved(many));
  const window = await inspector.open(file);
  const { runs } = window;
  await expect(runs.items.first()).toHaveAccessibleName('no_title 2 runs');
  await expect(runs.items.nth(1)).toHaveAccessibleName(/run-517/);
  await runs.items.first().dblclick();
  await expect(runs.items.nth(1)).toHaveAccessibleName(/run-0/);
  await runs.search.fill('completed run-79');
  await expect(runs.items).toHaveCount(11);
  await window.choose(runs.region.getByRole('button', { name: 'Failed first' }), 'By start');
  await expect(runs.items.first()).toHaveAccessibleName(/run-79\b/);
  await runs.search.fill('nobody');
  await expect(runs.region).toContainText('No run has this text');
});

test('a folder opens as one log, and what is none in it is named @desktop', async ({ inspector }, info) => {
  const folder = info.outputPath('night');
  mkdirSync(join(folder, 'later'), { recursive: true });
  writeFileSync(join(folder, 'a.ndjson'), interleaved(THREE.slice(0, 1)));
  writeFileSync(join(folder, 'later', 'b.ndjson'), interleaved(THREE.slice(1, 2)));
  writeFileSync(join(folder, 'README.md'), '# What these are');
  const window = await inspector.start();
  await window.drop(folder);
  const { runs } = window;
  await expect(window.titleBar.activeTab).toHaveAccessibleName(/night\/.*Failed/);
  await expect(runs.items).toHaveText([/run-b/, /run-a/]);
  await runs.search.waitFor({ state: 'detached' });
  await window.press('5');
  await expect(window.problems.tree).toContainText('1 of 3 files holds no run: README.md');
});

test('recorded bundles of many runs stand side by side without a finding of axe', async ({ inspector }) => {
  const window = await inspector.start();
  await window.drop(recording('in-memory'));
  await expect(window.runs.items.first()).toBeVisible();
  await window.runs.tree.locator('[role=treeitem]:not([aria-expanded])').first().click();
  await expect(window.runs.crumb.getByRole('button', { name: 'Show all runs' })).toBeVisible();
  await expectClean(window.page, 'runs');
});

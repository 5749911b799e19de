/** The pictures of the guide. They come out the same every time, but for the large logs and for live hosts. */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  adverseLog,
  discoveryDocuments,
  draftWithoutMeta,
  failedDraft,
  largeLog,
  recording,
  refusedEnvelopes,
  sample,
  type Trial,
  writeTrial,
} from '@openwop-inspector/testing/files';
import { type AppWindow, attachTo } from '../pages/app-window.ts';
import { hostDeclarations, TICKET, ticketAgain } from '../scenario-files.ts';
import { expect, type Inspector, test } from '../shells.ts';
import { openSteady, steady, takePicture, writeRecentList } from './steady-window.ts';

const MEDIA = sample('media-and-surface.events.json');
/** A host that names one code for everything invalid (acceptor R6). */
const AUDITED = recording('app', '_envelopes', 'story.test-events.json');

sitting('screens of a run', failedDraft, {
  'events.light': async ({ detail }) => expect(detail.payload.tree).toBeVisible(),
  'causes.light': async (window) => {
    await window.press('2');
    await expect(window.causes.selected).toContainText('node.failed');
  },
  'nodes.light': async (window) => {
    await window.press('3');
    await expect(window.nodes.items.first()).toBeVisible();
  },
  'critical-path.light': async ({ page, nodes }) => {
    await nodes.modes.getByRole('radio', { name: 'Critical path' }).click();
    await expect(page.getByText('waiting for people').first()).toBeVisible();
  },
  'filter.light': async (window) => {
    await window.press('1');
    await window.filter.field.fill('node:draft -type:output.chunk ');
    await window.filter.field.pressSequentially('t');
    await expect(window.filter.suggestion(/^type:/)).toBeVisible();
  },
  'payload.light': async (window) => {
    await window.filter.field.fill('');
    await window.events.list.focus();
    await window.press('Enter');
    await window.detail.payload.search.fill('title');
    await expect(window.detail.payload.nextMatch).toBeEnabled();
  },
});

sitting('what is found and stored', failedDraft, {
  'search.light': async (window) => {
    await window.press('Control+Shift+f');
    await window.page.getByRole('region', { name: 'Search in payloads' }).locator('input').fill('title');
    await expect(window.page.getByText('64 hits in 14 events').first()).toBeVisible();
  },
  'notes.light': async (window) => {
    await window.press('Escape');
    await window.events.list.focus();
    await window.press('m');
    await window.page
      .getByRole('textbox', { name: 'Text' })
      .fill('The title is required by the schema, and forbidden by the checklist.');
    await window.press('Control+Enter', 'N');
    await expect(window.page.getByText('The title is required by the schema').first()).toBeVisible();
  },
  'colours.light': async (window) => {
    await window.events.list.focus();
    for (const rule of ['trust:untrusted', 'tokens:>500', 'type:node.*']) {
      await window.press('B');
      await window.page.getByRole('textbox', { name: 'New rule: filter' }).fill(rule);
      await window.press('Enter', 'Escape');
    }
    await expect(window.events.row(216)).toContainText('marked A');
  },
});

sitting(
  'a recording whose host wrote no causes',
  recording('app', 'conformance-envelope-retry-attempted', 'debug-bundle.json'),
  {
    'inferred.light': async (window) => {
      await window.events.row(4).click();
      await window.press('2');
      await expect(window.causes.item(4)).toHaveAttribute('aria-selected', 'true');
      await expect(window.detail.chain.here).toHaveAccessibleName(/envelope\.retry\.attempted/);
    },
  },
);

sitting('the story of an envelope', failedDraft, {
  'envelopes.light': async (window) => {
    const { envelopes } = window;
    await window.press('4');
    await envelopes.row('ui.a2ui-surface').click();
    await expect(envelopes.surface.getByRole('button', { name: /^Confirm/ })).toBeVisible();
    await envelopes.reasoning.getByRole('button', { name: /^Reasoning/ }).click();
    await expect(envelopes.reasoning).toContainText('prompt.composed');
  },
});

sitting('why it took these attempts', TICKET, {
  'attempt-story.light': async (window) => {
    await window.press('4');
    await window.envelopes.options.first().click();
    await window.page.getByRole('button', { name: 'Why it took these attempts' }).click();
    await expect(window.page.getByText('The end.')).toBeAttached();
  },
});

sitting('what a model can show, light', MEDIA, {
  'rendered-markdown.light': (window) =>
    showEnvelope(window, 'vendor.acme.brief.create', /Remote image not loaded/),
  'rendered-image.light': (window) => showEnvelope(window, 'media.image', /96 × 48/),
  'rendered-audio.light': async (window) => {
    await window.envelopes.list.focus();
    await window.press('G', 'k');
    await expect(window.envelopes.detail.locator('audio')).toBeVisible();
  },
});

sitting('what a model can show, dark, and a surface rehearsed', MEDIA, {
  'rendered-code.dark': (window) => showEnvelope(window, 'vendor.acme.snippet.create', /createWriteStream/),
  'rendered-card.dark': (window) => showEnvelope(window, 'vendor.acme.estimate.create', /1 min 30 s/),
  'rehearsal.dark': async ({ envelopes }) => {
    await envelopes.row('ui.a2ui-surface').click();
    await envelopes.surface.getByLabel(/^Date/).fill('2026-04-02');
    await envelopes.surface.getByLabel('Note for the room').fill('Room 3');
    await envelopes.surface.getByRole('button', { name: /^Confirm/ }).click();
    await expect(envelopes.detail).toContainText('"note": "Room 3"');
  },
});

sitting('two runs compared', TICKET, {
  'compare.light': async (window) => {
    await window.drop(await ticketAgain());
    await expect(window.titleBar.activeTab).toHaveAccessibleName(/again\.ndjson.*Completed/);
    await window.press('C');
    await expect(window.compare.verdict).toContainText('Differ.');
    await expect(window.compare.detail.getByRole('table').first()).toBeVisible();
  },
});

sitting('a host audited', AUDITED, {
  'audit.light': async (window) => {
    await window.events.list.focus();
    await window.press('6');
    await expect(window.audit.totals).toContainText('deviate');
    await window.audit.list.focus();
    await window.press('j');
    await expect(window.audit.selected).toHaveAccessibleName(/acceptor R6/);
  },
});

sitting('other hosts', failedDraft, {
  'portability.light': async (window) => {
    await window.press('H');
    await window.drop(await hostDeclarations());
    await expect(window.portability.detail).toContainText('refused by');
  },
});

sitting('the way of untrusted content', sample('blocked-approval.app-bundle.json'), {
  'taint.light': async ({ detail }) => {
    const taint = detail.region.getByRole('region', { name: 'Untrusted content' });
    await taint.getByRole('button', { name: '#4 agent.toolReturned' }).click();
    await taint.getByRole('listitem').last().scrollIntoViewIfNeeded();
  },
});

sitting('a conversation with every fault', sample('agh-faults.ndjson'), {
  'agh-message.light': async ({ detail }) =>
    expect(detail.region.getByRole('list', { name: 'Steps of the acceptor' })).toBeVisible(),
});

sitting('interactions as lanes', sample('agh-delegation.json'), {
  'agh-interactions.light': async (window) => {
    await window.events.list.focus();
    await window.press('3');
    await expect(window.views.current).toHaveAccessibleName(/^Interactions/);
    await expect(window.page.getByText('records-7').first()).toBeVisible();
  },
});

/** Takes pictures of one opened file, each with how to get there, in an order that leaves no ring of the focus. */
function sitting(
  title: string,
  file: string,
  pictures: Readonly<Record<string, (window: AppWindow) => Promise<void>>>,
): void {
  test(title, async ({ inspector }) => {
    const theme = Object.keys(pictures).every((name) => name.endsWith('.dark')) ? 'dark' : 'light';
    const window = await openSteady(inspector, file, theme);
    for (const [name, show] of Object.entries(pictures)) {
      await show(window);
      await takePicture(window.page, name);
    }
  });
}

/** Selects the envelope of a kind, and waits until what it shows has drawn. */
async function showEnvelope(window: AppWindow, kind: string, drawn: RegExp): Promise<void> {
  await window.press('4');
  await window.envelopes.row(kind).click();
  await expect(window.envelopes.detail).toContainText(drawn);
}

test('start', async ({ inspector }, testInfo) => {
  writeRecentList(testInfo.outputPath('config'));
  const window = await openSteady(inspector);
  await expect(window.start.recentFile('nightly-report.ndjson')).toBeVisible();
  await takePicture(window.page, 'start.light');
});

test('a file that is cut', async ({ inspector }, testInfo) => {
  const cut = testInfo.outputPath('cut-off.bundle.json');
  writeFileSync(cut, readFileSync(failedDraft).subarray(0, 60_000));
  const window = await openSteady(inspector, cut);
  await expect(window.load.notWhole).toBeVisible();
  await expect(window.detail.payload.tree).toBeVisible();
  await takePicture(window.page, 'cut-file.light');
  await window.press('5');
  await window.problems.items.nth(1).click();
  await expect(window.problems.detail).toContainText('What to do');
  await takePicture(window.page, 'problems.light');
});

test('a large log', async ({ inspector }) => {
  test.slow();
  const window = await inspector.start({ files: [largeLog()], theme: 'light' });
  // A list of a large log is full of words: a smaller window keeps its picture small.
  await window.page.setViewportSize({ width: 1320, height: 840 });
  await expect(window.verdict.title).toHaveText('Failed', { timeout: 90_000 });
  await expect(window.detail.payload.tree).toBeVisible();
  await takePicture(window.page, 'large-log.light');
});

/** The adverse log of the generator has some 800 runs. */
test('the first failing run of many', async ({ inspector }) => {
  test.setTimeout(300_000);
  const window = await inspector.start({ files: [adverseLog()], theme: 'light' });
  await expect(window.status.region).toContainText(/problem/, { timeout: 120_000 });
  const runs = window.page.getByRole('region', { name: 'Runs' });
  await runs.getByRole('option').or(runs.getByRole('treeitem')).nth(2).click();
  await expect(window.verdict.region).toContainText('envelope_invalid');
  await expect(window.events.selected).toHaveAccessibleName(/node\.failed/);
  await expect(window.events.options.first()).toHaveAccessibleName(/run|node/);
  await takePicture(window.page, 'task-first-failing.light');
});

/** Small enough that the open step can be read in a page of the guide, and high enough to show all of it. */
const closeUp = { width: 1180, height: 800 };

/** High enough for the profiles and the hosts below them. */
const tall = { width: 1440, height: 1080 };

test('the bench with the envelope that failed the run', async ({ inspector }) => {
  const window = await onFailedDraft(inspector);
  await takePicture(window.page, 'acceptor.light');
  await window.acceptor.tab('Context').click();
  await expect(window.acceptor.section('Host')).toBeVisible();
  await takePicture(window.page, 'acceptor-context.light');
});

test('the turn of the model that failed the run', async ({ inspector }) => {
  const window = await onFailedDraft(inspector);
  await window.press('Escape', 't');
  await expect(window.acceptor.hostRecord).toContainText('Agrees');
  await takePicture(window.page, 'model-turn.light');
});

test('a discovery document', async ({ inspector }) => {
  const window = await onBench(inspector);
  await window.acceptor.part('Discovery').click();
  await window.press('Control+Enter');
  await expect(window.acceptor.section('Findings')).toContainText('reliability_multiplier_range');
  await takePicture(window.page, 'discovery.light');
});

test('profiles and hosts compared', async ({ inspector }, testInfo) => {
  const noMeta = { envelope: draftWithoutMeta, context: {} };
  const window = await onTrial(inspector, testInfo.outputPath(), noMeta, tall);
  const { acceptor } = window;
  await acceptor.tab('Compare').click();
  for (const [name, document] of Object.entries(discoveryDocuments)) {
    const file = testInfo.outputPath(name);
    writeFileSync(file, JSON.stringify(document));
    const hosts = acceptor.section('On saved hosts');
    await inspector.shell.chooseFiles([file], () =>
      hosts.getByRole('button', { name: 'From a file' }).click(),
    );
    await expect(hosts.getByRole('row', { name: name.replace('.json', '') })).toContainText(/ccepted|nvalid/);
  }
  await takePicture(window.page, 'acceptor-compare.light');
});

test('an envelope whose payload is refused', async ({ inspector }, testInfo) => {
  const refused = refusedEnvelopes.S7;
  const window = await onTrial(inspector, testInfo.outputPath(), refused);
  const { acceptor } = window;
  await acceptor.tab('Outcome').click();
  await expect(acceptor.outcome).toContainText(refused.code);
  await window.press('k', 'j', 'd');
  await expect(acceptor.openStep).toContainText('S7');
  await expect(acceptor.openStep).toContainText('Decided here');
  await takePicture(window.page, 'refusal-envelope_invalid.light');
});

test('a recorded envelope that was refused, with its smallest repair', async ({ inspector }, testInfo) => {
  const trial = recording('app', '_envelopes', 'accept', 'invalid.shape.extra-top-level.json');
  const { request } = JSON.parse(readFileSync(trial, 'utf8'));
  const file = testInfo.outputPath('envelope.json');
  writeFileSync(file, JSON.stringify(request.envelope, null, 2));
  const window = await onBench(inspector);
  await openEnvelope(inspector, window, file);
  await expect(window.acceptor.region).toContainText('invalid_envelope_shape');
  await expect(window.acceptor.repair).toBeVisible();
  await takePicture(window.page, 'acceptor-repair-recorded.light');
});

/** The sample run, gone from its first failure to the bench. */
async function onFailedDraft(inspector: Inspector): Promise<AppWindow> {
  const window = await openSteady(inspector, failedDraft);
  await expect(window.detail.payload.tree).toBeVisible();
  await window.events.list.focus();
  await window.press('a');
  await expect(window.acceptor.openStep).toContainText('Decided here');
  return window;
}

/** A bench without a run. */
async function onBench(inspector: Inspector, size?: typeof closeUp): Promise<AppWindow> {
  const window = await inspector.start({ theme: 'light', ...(size === undefined ? {} : { size }) });
  await steady(window.page);
  // A key pressed right after a reload may come before the window listens.
  await expect(async () => {
    await window.press('a');
    await expect(window.acceptor.region).toBeVisible({ timeout: 1000 });
  }).toPass();
  return window;
}

async function openEnvelope(inspector: Inspector, { acceptor }: AppWindow, file: string): Promise<void> {
  await inspector.shell.chooseFiles([file], () =>
    acceptor.region.getByRole('button', { name: 'Open', exact: true }).click(),
  );
}

/** A bench without a run, on an envelope and a context from files. */
async function onTrial(
  inspector: Inspector,
  folder: string,
  trial: Trial,
  size = closeUp,
): Promise<AppWindow> {
  const { envelopeFile, contextFile } = writeTrial(folder, trial);
  const window = await onBench(inspector, size);
  const { acceptor } = window;
  await openEnvelope(inspector, window, envelopeFile);
  await expect(acceptor.region).toContainText('from envelope.json');
  await acceptor.tab('Context').click();
  await inspector.shell.chooseFiles([contextFile], () =>
    acceptor.section('Whole context').getByRole('button', { name: 'From a file' }).click(),
  );
  await expect(acceptor.section('Node and run').getByLabel('nodeId')).toHaveValue('draft');
  return window;
}

// Live hosts: the port and the moments differ each time.

const RUNS = [{ workflow: 'failing-draft' }, { workflow: 'quorum' }] as const;

test('the connection screen', async ({ inspector, startHost }) => {
  const host = await startHost({ dialect: 'app', runs: RUNS });
  const window = await inspector.start({ theme: 'light' });
  await window.start.hosts.click();
  const { connect } = window;
  await connect.add(`${host.origin}/v1/runs/prd-5f2c`);
  await connect.setToken('not-the-token');
  await connect.test.click();
  await expect(connect.doctor).toContainText(/not tried/i);
  await takePicture(window.page, 'live-doctor.light');
  await connect.token.getByRole('button', { name: 'Replace' }).click();
  await connect.setToken(host.key);
  await connect.test.click();
  await expect(connect.doctor).toContainText(/No fault/);
  await takePicture(window.page, 'live-connect.light');
});

test('a session', async ({ inspector, startHost }) => {
  const host = await startHost({ dialect: 'reference', runs: RUNS });
  const run = host.run('prd-5f2c');
  run.emit(60);
  const gates = host.run('release-4d10');
  gates.finish();
  const window = await inspector.start({ theme: 'light' });
  const { live, actions } = window;
  await attachTo(window, host, run.runId);
  await expect(window.events.options.last()).toContainText('pieces');
  run.emit(50);
  await expect(live.status).toContainText(`${run.lastSequence + 1} events received`);
  await window.press('.');
  run.emit(40);
  await expect(live.newEvents).toContainText('40 new');
  await takePicture(window.page, 'live-session.light');
  await attachTo(window, host, gates.runId);
  await expect(actions.send).toBeVisible();
  await actions.send.click();
  await expect(actions.request).toContainText('accept');
  await takePicture(window.page, 'live-send.light');
});

// @vitest-environment jsdom
import { masker, words } from '@openwop-inspector/base';
import type { ActionOutcome, RunAction } from '@openwop-inspector/host-client';
import type { CheckResume } from '@openwop-inspector/renderers';
import type { EffectLedger, LiveFacts, RequestedInterrupt } from '@openwop-inspector/run-log';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { updateSession } from '../sessions/sessions-store.ts';
import { askToFork, sendPressed, sendRequested } from './action-store.ts';
import { InterruptTab } from './InterruptTab.tsx';
import {
  AroundInTest,
  attachInTest,
  type Called,
  type LiveWorld,
  previewFor,
  SESSION,
  TAKEN,
} from './live-in-test.tsx';
import { RunMenu } from './RunMenu.tsx';

beforeEach(() => {
  // jsdom lacks all of these.
  vi.stubGlobal('CSS', { escape: String });
  Object.defineProperty(Range.prototype, 'getClientRects', { configurable: true, value: () => [] });
});
afterEach(cleanup);

const requested = (
  kind: string,
  data: unknown,
  part: Partial<RequestedInterrupt> = {},
): RequestedInterrupt => ({
  ordinal: 4,
  runId: words`run-1`,
  nodeId: words`review`,
  interruptId: words`i1`,
  kind: masker.text(kind),
  openedAtMs: null,
  timeoutMs: null,
  data: masker.value(data).value,
  resumeSchema: null,
  isUntrusted: false,
  ...part,
});

const approval = requested('approval', { title: 'Offline export', actions: ['accept', 'reject', 'ask'] });

interface TestWorld extends Partial<LiveWorld> {
  readonly check?: CheckResume;
}

/** Renders the open interrupts of a run, and resolves with the calls to the shell. */
function show(interrupt: RequestedInterrupt | null, { check, ...world }: TestWorld = {}): Called {
  const called = attachInTest({ facts: { interrupts: interrupt === null ? [] : [interrupt] }, ...world });
  render(
    <AroundInTest {...(check === undefined ? {} : { check })}>
      <RunMenu sessionId={SESSION} />
      <InterruptTab sessionId={SESSION} />
    </AroundInTest>,
  );
  return called;
}

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));
const send = async () => userEvent.click((await dialog()).getByRole('button', { name: 'Send' }));
const bodyIn = (inside: Awaited<ReturnType<typeof dialog>>): unknown =>
  JSON.parse(inside.getByRole('group', { name: 'Body' }).textContent ?? '');
const previewed = (called: Called) => called.filter(({ name }) => name === 'live/preview').at(-1)?.request;
const sendings = (called: Called) => called.filter(({ name }) => name === 'live/act').length;

describe('the confirmation before sending (security S-18)', () => {
  test('names host, run, node and trust, and shows exactly what the preview says; Cancel sends nothing', async () => {
    const called = show(approval);
    await press('Send accept to 127.0.0.1:3801…');
    const inside = await dialog();
    const action = (previewed(called) as { readonly action: RunAction }).action;
    const preview = previewFor(action);
    if (!preview.allowed) throw new Error('the preview is allowed');
    expect(bodyIn(inside)).toEqual(JSON.parse(preview.request.body));
    const words = screen.getByRole('dialog').textContent;
    for (const said of [
      'http://127.0.0.1:3801',
      'run-1',
      'review',
      'Trusted: entered by you',
      preview.request.url,
    ]) {
      expect(words).toContain(said);
    }
    await userEvent.click(inside.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sendings(called)).toBe(0);
  });

  test('Cancel has the focus, and Escape leaves without sending', async () => {
    const called = show(approval);
    await press(/^Send accept/);
    const inside = await dialog();
    expect(document.activeElement).toBe(inside.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sendings(called)).toBe(0);
  });

  test('two presses send once', async () => {
    const answer: { give?: (outcome: ActionOutcome) => void } = {};
    const called = show(approval, {
      act: () =>
        new Promise((resolve) => {
          answer.give = resolve;
        }),
    });
    await press(/^Send accept/);
    await send();
    await act(() => sendRequested());
    await userEvent.keyboard('{Escape}');
    expect((await dialog()).getByRole('button', { name: 'Sending…' })).toBeDefined();
    answer.give?.(TAKEN);
    expect(await screen.findByText('Answered 200.')).toBeDefined();
    expect(sendings(called)).toBe(1);
  });
});

describe('an approval', () => {
  test('offers its own actions and no other; ask is explained', async () => {
    show(approval);
    await screen.findByRole('heading', { name: 'Approve “Offline export”' });
    const offered = within(screen.getByRole('radiogroup', { name: 'Action' })).getAllByRole('radio');
    expect(offered.map(({ textContent }) => textContent)).toEqual(['accept', 'reject']);
    expect(screen.getByText(/never resolves the approval/)).toBeDefined();
  });

  test('the outcome is at the action, the body folded', async () => {
    show(approval);
    await press(/^Send accept/);
    await send();
    expect(await screen.findByText('Answered 200.')).toBeDefined();
    await press('Answer of the host');
    expect(screen.getByRole('group', { name: 'Body of the answer' }).textContent).toBe(
      TAKEN.ok ? TAKEN.body : '',
    );
  });

  test('a local refusal never opens the dialog, and has its code and clause', async () => {
    const called = show(approval, {
      preview: () => ({
        allowed: false,
        code: 'untrusted_content_blocks_approval',
        message: 'Untrusted content cannot advance an approval.',
        clause: 'security a2ui-untrusted-blocks-approval',
      }),
    });
    await press(/^Send accept/);
    expect(await screen.findByText('security a2ui-untrusted-blocks-approval')).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sendings(called)).toBe(0);
  });

  test('of untrusted content is framed, and the dialog says so', async () => {
    show({ ...approval, isUntrusted: true });
    expect(await screen.findByRole('group', { name: 'Untrusted content' })).toBeDefined();
    expect(await screen.findByRole('button', { name: /#1027/ })).toBeDefined();
    await press(/^Send accept/);
    await dialog();
    expect(screen.getByText(/holds untrusted content/)).toBeDefined();
  });

  test('an untrusted artifact taken over makes the answer untrusted content', async () => {
    const data = { title: 'T', actions: ['edit-accept'], artifactData: { a: 1 } };
    const called = show(requested('approval', data, { isUntrusted: true }));
    await press('Begin with the artifact all the same');
    await press(/^Send edit-accept/);
    await dialog();
    expect(previewed(called)).toMatchObject({
      action: {
        valueOrigin: 'content',
        contentTrust: 'untrusted',
        resumeValue: { editedArtifactData: { a: 1 } },
      },
    });
  });
});

describe('the text under an answer', () => {
  const vote: ActionOutcome = {
    ...TAKEN,
    words: 'The vote is stored. The gate still waits.',
  } as ActionOutcome;

  /** Answers the approval, then sets the state in the log and at the host. */
  async function answeredThen(after: Partial<LiveFacts>): Promise<string> {
    let facts: Partial<LiveFacts> = { interrupts: [approval] };
    show(approval, { act: async () => vote, facts: () => facts });
    await press(/^Send accept/);
    await send();
    expect((await screen.findByText(/^The vote is stored/)).textContent).toContain('The gate still waits');
    facts = { interrupts: [], ...after };
    act(() => updateSession(SESSION, (session) => ({ ...session, heard: session.heard + 1 })));
    await screen.findByRole('heading', { name: 'Nothing waits for an answer' });
    return screen.getByRole('status').textContent;
  }

  const RUN = { runId: words`run-1`, spent: [] } as const;
  const going = [{ ...RUN, status: words`running`, isTerminal: false }];

  test('are those of the log once it has resolved the interrupt', async () => {
    const event = {
      runId: words`run-1`,
      nodeId: words`review`,
      ordinal: 8,
      sequence: 18,
      type: words`interrupt.resolved`,
    };
    const said = await answeredThen({ runs: going, resolved: [event] });
    expect(said).toContain('Answered 200. The interrupt is resolved: #18 interrupt.resolved.');
    expect(said).not.toContain('still waits');
  });

  test.each([
    [
      'the run has ended',
      [{ ...RUN, status: words`cancelled`, isTerminal: true }],
      /The run has ended \(cancelled\)/,
    ],
    ['nobody says that it is open', going, /It is no longer open/],
  ] as const)('do not say that the gate waits when %s', async (_, runs, reported) => {
    const said = await answeredThen({ runs: [...runs] });
    expect(said).toMatch(reported);
    expect(said).not.toContain('still waits');
  });
});

describe('a clarification', () => {
  const questions = [
    { id: 'market', question: 'Which market?', schema: { enum: ['north', 'south'] } },
    { id: 'budget', question: 'What budget?', schema: { type: 'integer' } },
  ];

  test('requires every answer before anything is displayed or sent', async () => {
    const called = show(requested('clarification', { questions }));
    await press(/^Send answer/);
    expect(screen.getAllByText('Answer required.')).toHaveLength(2);
    expect(screen.getByRole('textbox', { name: 'What budget?' }).getAttribute('aria-invalid')).toBe('true');
    expect(previewed(called)).toBeUndefined();
  });

  test('an answer that its schema rejects has the error at its question', async () => {
    const check: CheckResume = async (_, value) =>
      value === 41
        ? { kind: 'violated', details: [{ pointer: '', message: 'must be at most 40' }] }
        : { kind: 'satisfied' };
    const called = show(requested('clarification', { questions }), { check });
    await userEvent.click(await screen.findByRole('radio', { name: 'south' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'What budget?' }), { target: { value: '41' } });
    await press(/^Send answer/);
    expect(await screen.findByText('must be at most 40.')).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: 'What budget?' }), { target: { value: '40' } });
    await press(/^Send answer/);
    await dialog();
    expect(previewed(called)).toMatchObject({
      action: {
        nodeId: 'review',
        tokenRef: null,
        resumeValue: {
          answers: [
            { id: 'market', answer: 'south' },
            { id: 'budget', answer: 40 },
          ],
        },
      },
    });
  });

  test('can be answered as JSON, initialized with the values of the fields (bundles 8)', async () => {
    const called = show(requested('clarification', { questions }));
    await userEvent.click(await screen.findByRole('radio', { name: 'south' }));
    await userEvent.click(screen.getByRole('radio', { name: 'JSON' }));
    expect(screen.queryByRole('textbox', { name: 'What budget?' })).toBeNull();
    await press(/^Send answer/);
    await dialog();
    expect(previewed(called)).toMatchObject({
      action: {
        resumeValue: {
          answers: [
            { id: 'market', answer: 'south' },
            { id: 'budget', answer: '' },
          ],
        },
        valueOrigin: 'person',
      },
    });
  });

  test('another form that the host requires is offered, and sent after a confirmation of its own (bundles-and-transport 8)', async () => {
    const otherForm: RunAction = {
      kind: 'resolve-interrupt',
      interruptKind: 'clarification',
      nodeId: 'review',
      tokenRef: null,
      resumeValue: { answers: { only: 'so' } },
      valueOrigin: 'person',
      contentTrust: 'trusted',
    };
    const error = {
      kind: 'status',
      status: 422,
      code: 'validation_error',
      message: 'The host did not take the answer.',
      hostMessage: 'Answer for question only MUST be a string',
      retryAfterMs: null,
      correlationId: null,
      rawBody: '{}',
    } as const;
    const called = show(requested('clarification', { questions: [{ id: 'only', question: 'Why?' }] }), {
      act: async () => ({ ok: false, error, otherForm }),
    });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Why?' }), { target: { value: 'so' } });
    await press(/^Send answer/);
    await send();
    expect(await screen.findByText('Refused, 422.')).toBeDefined();
    expect(sendings(called)).toBe(1);
    await press('Send the other form…');
    expect(bodyIn(await dialog())).toEqual({ resumeValue: { answers: { only: 'so' } } });
    expect(sendings(called)).toBe(1);
  });
});

test('a value that the resume schema rejects is reported in the dialog; the host decides', async () => {
  const violated = { kind: 'violated', details: [{ pointer: '/orderId', message: 'is missing' }] } as const;
  show(requested('custom', {}, { resumeSchema: masker.value({ type: 'object' }).value }), {
    check: async () => violated,
  });
  await press(/^Send answer/);
  await dialog();
  expect(screen.getByText(/\/orderId is missing/)).toBeDefined();
});

test('a press in a surface goes through the same dialog (envelope 7.3)', async () => {
  const called = show(null);
  const answered = sendPressed(SESSION, {
    target: 'resume',
    label: 'Confirm',
    values: { action: 'confirm' },
    nodeId: 'review',
    interruptKind: 'approval',
    contentTrust: 'untrusted',
  });
  await dialog();
  expect(previewed(called)).toMatchObject({ action: { valueOrigin: 'surface', contentTrust: 'untrusted' } });
  await send();
  expect(await answered).toEqual({ kind: 'sent', words: 'The answer is taken. The run continues.' });
});

describe('a fork (bundles-and-transport 9)', () => {
  const effects: EffectLedger = {
    runId: words`run-1`,
    fromSequence: 12,
    events: 3,
    kinds: [
      {
        kind: 'tool-call',
        count: 1,
        listed: [{ ordinal: 5, sequence: 13, nodeId: words`draft`, what: words`mail.send` }],
      },
    ],
    inputTokens: null,
    outputTokens: null,
    costUsd: null,
  };

  test('lists the effects to repeat first; a branch warns of them in the confirmation', async () => {
    const called = show(null, { effects });
    act(() => askToFork(SESSION, 'run-1', 12));
    const inside = await dialog();
    expect(
      await inside.findByText(/Recorded from #12 on, 3 events: 1 tool call\. A replay must not/),
    ).toBeDefined();
    expect(inside.getByText(/is not advertised by this host/)).toBeDefined();
    expect(screen.getByText('mail.send')).toBeDefined();
    await userEvent.click(inside.getByRole('radio', { name: 'branch' }));
    await userEvent.click(inside.getByRole('button', { name: 'Continue with branch…' }));
    const last = within(await screen.findByRole('dialog', { name: /^Fork, branch/ }));
    expect(last.getByText(/A branch does these again/)).toBeDefined();
    expect(previewed(called)).toMatchObject({ action: { kind: 'fork', mode: 'branch', fromSeq: 12 } });
    expect(sendings(called)).toBe(0);
  });

  test('that the host started is attached to', async () => {
    const called = show(null, {
      effects,
      act: async () => ({ ...TAKEN, newRunId: 'run-2' }) as ActionOutcome,
    });
    act(() => askToFork(SESSION, 'run-1', 12));
    await press('Continue with replay…');
    await userEvent.click(
      within(await screen.findByRole('dialog', { name: /^Fork, replay/ })).getByRole('button', {
        name: 'Send',
      }),
    );
    await screen.findByRole('button', { name: 'Go to run run-2' });
    expect(called.find(({ name }) => name === 'live/attach')?.request).toEqual({
      hostId: 'h1',
      runId: 'run-2',
      a2uiDelta: false,
    });
  });
});

describe('the menu of the run', () => {
  const runs = (isTerminal: boolean) => [{ runId: words`run-1`, status: words`x`, isTerminal, spent: [] }];
  const entries = async () => {
    await press('Run');
    return within(await screen.findByRole('menu', { name: 'Run' }));
  };

  test('hides nothing that a host does not advertise', async () => {
    show(null, { facts: { runs: runs(false) } });
    const fork = (await entries()).getByRole('menuitem', { name: /Fork from the start/ });
    expect([fork.textContent, fork.getAttribute('aria-disabled')]).toEqual([
      'Fork from the start…not advertised',
      null,
    ]);
  });

  test('a run that has ended is neither paused nor resumed', async () => {
    show(null, { facts: { runs: runs(true) } });
    await entries();
    expect(screen.queryByRole('button', { name: /Pause|Resume/ })).toBeNull();
  });

  test('disables actions on a running run once it has ended, except a fork', async () => {
    show(null, { facts: { runs: runs(true) } });
    const menu = await entries();
    expect(menu.getByRole('menuitem', { name: /Cancel/ }).getAttribute('aria-disabled')).toBe('true');
    expect(menu.getByRole('menuitem', { name: /Fork from #12/ }).getAttribute('aria-disabled')).toBeNull();
  });

  test('a pause is composed, previewed as its request, and sent in one dialog', async () => {
    const called = show(null, { facts: { runs: runs(false) }, act: async () => TAKEN });
    await press('Pause run…');
    const inside = await dialog();
    expect(inside.getByText(/is not advertised by this host/)).toBeDefined();
    await userEvent.click(inside.getByRole('radio', { name: 'stop at once' }));
    await userEvent.type(inside.getByLabelText('Reason'), 'for a look');
    await waitFor(() =>
      expect(previewed(called)).toMatchObject({
        action: { kind: 'pause', drainPolicy: 'immediate', reason: 'for a look' },
      }),
    );
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sendings(called)).toBe(1);
  });

  test('the same button resumes a paused run, and a refusal of the host is displayed', async () => {
    const [run] = runs(false);
    if (run === undefined) throw new Error('there is a run');
    const error = {
      kind: 'status',
      status: 409,
      code: 'conflict',
      message: 'The run does not pause.',
      hostMessage: null,
      retryAfterMs: null,
      correlationId: null,
      rawBody: '',
    } as const;
    show(null, {
      facts: { runs: [{ ...run, status: words`paused` }] },
      act: async () => ({ ok: false, error, otherForm: null }),
    });
    await press('Resume run…');
    await send();
    expect(await screen.findByText('Refused, 409.')).toBeDefined();
    expect(screen.getByRole('dialog', { name: 'Resume the run' })).toBeDefined();
  });
});

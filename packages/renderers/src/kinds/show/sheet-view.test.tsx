// @vitest-environment jsdom
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import {
  contentWith,
  envelopeSubject,
  eventSubject,
  servicesWith,
  textAnswer,
  withServices,
} from '../../../test/subjects.tsx';
import type { RenderSubject } from '../../contract/render-services.ts';
import { kindRenderers } from '../../registry/registry.ts';

afterEach(cleanup);

function show(subject: RenderSubject, services = servicesWith()) {
  const prepared = kindRenderers.map((renderer) => renderer.prepare(subject)).find((one) => one !== null);
  if (prepared?.ok !== true) throw new Error('nothing shows it');
  return render(withServices(prepared.element, services));
}

const questions = [
  { id: 'market', question: 'Which market?', schema: { enum: ['north', 'south'] } },
  {
    id: 'when',
    question: 'When?',
    schema: { type: 'object', required: ['day'], properties: { day: { type: 'string', format: 'date' } } },
  },
  { id: 'free', question: 'Anything else?', context: { hint: 'pick one' } },
];

describe('questions are a form that cannot be filled', () => {
  test('every control is there, named and disabled', () => {
    show(envelopeSubject('clarification.request', { questions }));
    expect(screen.getAllByRole('radio')).toHaveLength(2);
    expect(screen.getByLabelText('day required')).toHaveProperty('type', 'date');
    expect(screen.getByRole('textbox', { name: 'Answer to Anything else?' })).toBeTruthy();
    for (const control of document.querySelectorAll('input, select, textarea')) {
      expect(control).toHaveProperty('disabled', true);
    }
    expect(
      screen.getByText('An attached session has the form for the answer, in its tab Open interrupt.'),
    ).toBeTruthy();
  });

  test('folds context until it is opened', async () => {
    show(envelopeSubject('clarification.request', { questions }));
    expect(screen.queryByText(/pick one/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: /^Context/ }));
    expect(screen.getByText(/pick one/)).toBeTruthy();
  });

  test('an entry without a text is displayed as what it is', () => {
    show(envelopeSubject('clarification.request', { questions: [{ nope: true }] }));
    expect(screen.getByText(/not a question/)).toBeTruthy();
  });
});

describe('long things are folded and can be had whole', () => {
  test('a text at 600 characters', async () => {
    show(eventSubject('agent.reasoned', { agentId: 'a.b', reasoning: `${'x'.repeat(700)}end` }));
    expect(screen.queryByText(/end/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show all 703 characters' }));
    expect(screen.getByText(/xend/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
    expect(screen.queryByText(/xend/)).toBeNull();
  });

  test('a list, a hundred at a time', async () => {
    const tags = Array.from({ length: 150 }, (_, at) => `tag-${at}`);
    show(eventSubject('run.started', { tags }));
    expect(screen.queryByText('tag-149')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Show 50 more names' }));
    expect(screen.getByText('tag-149')).toBeTruthy();
  });

  test('reads an omitted string on demand', async () => {
    const leftOut = [{ pointer: '/reasoning', length: 70_000 }];
    show(
      eventSubject('agent.reasoned', { reasoning: '' }, { leftOut }),
      servicesWith({ content: contentWith(textAnswer('all of it')) }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Read text' }));
    expect(await screen.findByText('all of it')).toBeTruthy();
  });
});

test('JSON is copied as recorded, not as shortened', async () => {
  const copied: string[] = [];
  const services = servicesWith({ copyText: async (text) => void copied.push(text) });
  const inputs = { text: 'y'.repeat(2_000) };
  show(eventSubject('agent.toolCalled', { inputs }), services);
  await userEvent.click(screen.getByRole('button', { name: 'Copy Arguments' }));
  expect(copied).toEqual([JSON.stringify(inputs)]);
});

describe('the result of a tool has a frame unless it is marked (security S-16)', () => {
  test.each([
    ['unmarked', 1],
    ['trusted', 0],
    // The frame of an untrusted subject surrounds all of it.
    ['untrusted', 0],
  ] as const)('%s', (level, frames) => {
    show(eventSubject('agent.toolReturned', { outcome: 'text' }, { trust: { level, source: null } }));
    expect(screen.queryAllByRole('group', { name: 'Untrusted content' })).toHaveLength(frames);
  });
});

test('untrusted parts of a prompt are marked and keep their markers', () => {
  show(eventSubject('prompt.composed', { userPrompt: 'a<UNTRUSTED>b</UNTRUSTED>c' }));
  const part = screen.getByRole('note', { name: 'Untrusted part of the prompt' });
  expect(within(part).getByText('<UNTRUSTED>b</UNTRUSTED>')).toBeTruthy();
});

test('a payload that was not recorded says so', () => {
  show(eventSubject('node.started', null, { nodeId: 'plan' }));
  expect(screen.getByText('The host recorded no payload.')).toBeTruthy();
  expect(screen.getByText('plan')).toBeTruthy();
});

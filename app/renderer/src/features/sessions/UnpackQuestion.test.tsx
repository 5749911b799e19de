// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { UnpackQuestion } from '../../app/SessionPanel.tsx';

afterEach(cleanup);

test('both sizes are displayed, Enter stops, and continuing is a choice', async () => {
  const answers: boolean[] = [];
  const facts = { unpackedBytes: 1_900_000_000, packedBytes: 7_000_000 };
  render(<UnpackQuestion name="run.ndjson.gz" facts={facts} onAnswer={(goOn) => answers.push(goOn)} />);
  const question = screen.getByRole('alertdialog', { name: 'Go on unpacking?' });
  expect(question.textContent).toMatch(
    /run\.ndjson\.gz unpacks to more than 1\.\d+ GB, 271 times what was read/,
  );
  await userEvent.keyboard('{Enter}');
  await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
  expect(answers).toEqual([false, true]);
});

// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { WebRtcStatus } from './AboutDialog.tsx';

afterEach(cleanup);

test('no warning where WebRTC is removed', () => {
  render(<WebRtcStatus isRemoved shell="browser" />);
  expect(screen.getByText('WebRTC: removed from this window and its frames.')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test.each([
  ['browser', /could not be removed from this window\. Only a browser that honours the Connection-Allowlist/],
  ['desktop', /could not be removed from this window\. The desktop application blocks its network access/],
] as const)('a warning in the %s shell where it is not, with what blocks it', (shell, sentence) => {
  render(<WebRtcStatus isRemoved={false} shell={shell} />);
  expect(screen.getByRole('alert').textContent).toMatch(sentence);
});

/** How often tests with random input run. */

/**
 * Number of runs of a test with random input: `full` in `npm run test:all` (`INSPECTOR_TEST_ALL=true`), otherwise a
 * tenth of it, but not fewer than `least`, which slow tests lower.
 */
export function runsOf(full: number, least = 100): number {
  if (process.env.INSPECTOR_TEST_ALL === 'true') return full;
  return Math.max(Math.min(full, least), Math.ceil(full / 10));
}

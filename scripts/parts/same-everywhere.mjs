/**
 * For every unit test, so that a commit passes or fails wherever it is run: what is waited for may take half a minute
 * (a busy machine is late, not wrong), and property tests begin at one seed. `PROPERTY_SEED=7` begins at another.
 */
import fc from 'fast-check';
import { vi } from 'vitest';

const PATIENCE_MS = 30_000;

fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });

const isPatient = Symbol.for('waits half a minute');
if (!(isPatient in vi.waitFor)) {
  const waitFor = vi.waitFor.bind(vi);
  vi.waitFor = (callback, options = {}) =>
    waitFor(callback, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });
  vi.waitFor[isPatient] = true;
}

if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: PATIENCE_MS });
}

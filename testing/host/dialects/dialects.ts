import { app } from './app.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { inMemory, postgres, python, sqlite } from './examples.ts';
import { reference } from './reference.ts';
import { v2 } from './v2.ts';

/** Every dialect by its name, each as its differences from the spec or from a dialect that it resembles. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  reference,
  'in-memory': inMemory,
  sqlite,
  postgres,
  python,
  app,
  v2,
};

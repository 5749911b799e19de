import { app } from './app.ts';
import type { Dialect, DialectName } from './dialect.ts';
import { inMemory, postgres, python, sqlite } from './examples.ts';
import { reference } from './reference.ts';

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = {
  reference,
  'in-memory': inMemory,
  sqlite,
  postgres,
  python,
  app,
};

export const DIALECT_NAMES: readonly DialectName[] = [
  'reference',
  'in-memory',
  'sqlite',
  'postgres',
  'python',
  'app',
];

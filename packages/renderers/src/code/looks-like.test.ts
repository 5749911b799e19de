import { expect, test } from 'vitest';
import { looksLike } from './CodeView.tsx';

test.each([
  ['{"a": 1}', 'json'],
  [' [1]', 'json'],
  ['{a: 1}', null],
  ['<?xml version="1.0"?><a/>', 'xml'],
  ['<!DOCTYPE html><p>', 'html'],
  ['#!/usr/bin/env bash\n', 'bash'],
  ['#!/usr/bin/env node\n', 'javascript'],
  ['--- a/x\n+++ b/x\n', 'diff'],
  ['select a from b', 'sql'],
  ['import os\n', 'python'],
  ['package main\n', 'go'],
  ['Just some words.', null],
  ['', null],
])('%j looks like %j', (text, language) => {
  expect(looksLike(text)).toBe(language);
});

test('detects long JSON by its ends', () => {
  expect(looksLike(`[${'1,'.repeat(50_000)}1]`)).toBe('json');
  expect(looksLike(`[${'1,'.repeat(50_000)}1`)).toBeNull();
});

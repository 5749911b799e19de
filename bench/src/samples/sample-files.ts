import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { CONVERSATIONS, conversationText } from '@openwop-inspector/testing/conversations';
import { STORIES, tellAll } from '@openwop-inspector/testing/stories';
import { isPacked, sampleBytes, sampleText } from './sample-bytes.ts';

const INDEX_FILE = 'index.json';

/** What the shells read to list the samples: `[{sampleId, file, title}]`, the default first. */
export function sampleIndex(): string {
  const entries = [...STORIES, ...CONVERSATIONS].map(({ sampleId, file, title }) => ({
    sampleId,
    file,
    title,
  }));
  return `${JSON.stringify(entries, null, 2)}\n`;
}

/** Writes samples that are missing or differ, and the index. Returns the names of the files it wrote. */
export function writeSamples(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  const stale = staleSamples(folder);
  for (const told of tellAll()) {
    if (stale.includes(told.story.file)) writeFileSync(path.join(folder, told.story.file), sampleBytes(told));
  }
  if (stale.includes(INDEX_FILE)) writeFileSync(path.join(folder, INDEX_FILE), sampleIndex());
  for (const one of CONVERSATIONS)
    if (stale.includes(one.file)) writeFileSync(path.join(folder, one.file), conversationText(one));
  return stale;
}

/** Names of the files that are missing or not what the stories tell. Packed files are compared by what is in them. */
export function staleSamples(folder: string): readonly string[] {
  const files = tellAll().map((told) => ({
    file: told.story.file,
    text: sampleText(told),
    packed: isPacked(told.story.shape),
  }));
  const spoken = CONVERSATIONS.map((one) => ({ file: one.file, text: conversationText(one), packed: false }));
  const expected = [...files, ...spoken, { file: INDEX_FILE, text: sampleIndex(), packed: false }];
  return expected
    .filter(({ file, text, packed }) => readText(path.join(folder, file), packed) !== text)
    .map(({ file }) => file);
}

/** Undefined when the file is not there or cannot be unpacked. */
function readText(file: string, packed: boolean): string | undefined {
  if (!existsSync(file)) return undefined;
  const bytes = readFileSync(file);
  if (!packed) return bytes.toString('utf8');
  try {
    return gunzipSync(bytes).toString('utf8');
  } catch {
    return undefined; // not a gzip file: as stale as a missing one
  }
}

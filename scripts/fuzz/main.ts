/** Fuzzes every target in turn: `--minutes`, `--seed`, `--only NAME`, `--corpus FOLDER`. Run by scripts/fuzz.mjs. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { bytesOf, FUZZ_TARGETS, inputOf, readCorpus, targetOf, writeEntry } from './inputs.ts';
import { type FuzzJob, runWatched, whyOf } from './watched.ts';

/** Failures kept of one target: more of them say no more. */
const MAX_FAILURES = 5;

if (isMainThread) process.exit(await fuzz());
else await work(workerData);

async function fuzz(): Promise<number> {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '10' },
      seed: { type: 'string', default: String(Math.floor(Date.now() / 86_400_000)) },
      only: { type: 'string', default: '' },
      corpus: { type: 'string', default: 'testing/fuzz-corpus' },
    },
  });
  const seed = Number(values.seed);
  const targets = FUZZ_TARGETS.filter(({ name }) => name.includes(values.only));
  const shareMs = (Number(values.minutes) * 60_000) / targets.length;
  console.log(`seed ${seed}, ${targets.length} targets, ${(shareMs / 1000).toFixed(1)} s each`);
  let failures = 0;
  for (const target of targets)
    failures += await fuzzOne(target.name, seed, Date.now() + shareMs, values.corpus);
  console.log(
    failures === 0 ? 'Nothing failed.' : `${failures} inputs failed; they are in ${values.corpus}.`,
  );
  return failures === 0 && targets.length > 0 ? 0 : 1;
}

async function fuzzOne(name: string, seed: number, untilMs: number, corpus: string): Promise<number> {
  let [index, done, failures] = [0, 0, 0];
  while (Date.now() < untilMs && failures < MAX_FAILURES) {
    const job = { target: name, seed, firstIndex: index, untilMs, corpus };
    const end = await runWatched(fileURLToPath(import.meta.url), job);
    done += end.done;
    if (end.failed === null) break;
    failures++;
    index = end.failed.index + 1;
    const bytes = inputOf(targetOf(name), seed, end.failed.index, kept(name, corpus));
    const base64 = Buffer.from(bytes).toString('base64');
    const { why, index: failedIndex } = end.failed;
    const file = writeEntry(corpus, { target: name, seed, index: failedIndex, why, base64 });
    console.log(`${name}: ${why}\n  ${file}`);
  }
  console.log(`${name.padEnd(16)} ${done} inputs${failures === 0 ? '' : `, ${failures} FAILED`}`);
  return failures;
}

/** In the worker: one input after another, its number told before it is tried. */
async function work({ target: name, seed, firstIndex, untilMs, corpus, progress }: FuzzJob): Promise<void> {
  const target = targetOf(name);
  const more = kept(name, corpus);
  const at = new Int32Array(progress);
  try {
    for (let index = firstIndex; Date.now() < untilMs; index++) {
      Atomics.store(at, 0, index);
      await target.run(inputOf(target, seed, index, more));
    }
    parentPort?.postMessage(null);
  } catch (error) {
    parentPort?.postMessage(whyOf(error));
  }
}

/** What failed before is bent further. A run begins with what lay there, so that its numbers mean the same to the end. */
function kept(name: string, corpus: string): readonly Uint8Array[] {
  return readCorpus(corpus)
    .filter((each) => each.target === name)
    .map(bytesOf);
}

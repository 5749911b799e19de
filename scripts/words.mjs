/**
 * The words of the source, of its documents and of commit subjects: npm run lint
 *
 * Counts the lines with words that are vague or that no engineer uses for the thing, also as part of an identifier; the
 * glossary has better ones. Exit status 1 when a count exceeds its ceiling, which is lowered with every change that
 * removes some, or when the subject of a commit since `SUBJECTS_SINCE` is too long or not imperative.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from './parts/run-command.mjs';
import { sourceFiles } from './parts/source-files.mjs';

/** Lines by word. */
const CEILINGS = {
  told: 4,
  tells: 0,
  asked: 0,
  kept: 4,
  held: 0,
  shown: 3,
  'looked at': 0,
  'looked for': 0,
  beside: 14,
  stands: 0,
  anew: 0,
  'in sight': 0,
  inSight: 0,
  'a person': 0,
  'goes on': 0,
  'of late': 0,
  'taken back': 0,
  'so many': 0,
};
const READ = /\.(?:tsx?|mjs|css|md)$/;
const NOT_READ = /generated|glossary\.md$|words\.mjs$/;
const SUBJECTS_SINCE = '2026-11-28T15:00:00Z';
const MAX_SUBJECT = 72;
const NOT_IMPERATIVE = /^(?:the|an?|what|notes?)\b|^(?!embed|need|feed|bring)\w+(?:ed|ing)\b|[;.]$/i;

const counts = new Map(Object.keys(CEILINGS).map((word) => [word, 0]));
const patterns = Object.keys(CEILINGS).map((word) => [word, patternOf(word)]);
const documents = ['README.md', 'CONTRIBUTING.md'].map((name) => join(repositoryRoot, name));
const paths = sourceFiles(['docs']).concat(documents);
for (const path of paths.filter((path) => READ.test(path) && !NOT_READ.test(path)))
  for (const line of readFileSync(path, 'utf8').split('\n'))
    for (const [word, pattern] of patterns) if (pattern.test(line)) counts.set(word, counts.get(word) + 1);

const rows = [...counts].map(([word, lines]) => ({ word, lines, ceiling: CEILINGS[word] }));
console.table(rows);
for (const { word, lines, ceiling } of rows.filter(({ lines, ceiling }) => lines > ceiling))
  fail(`${lines} lines with "${word}": the ceiling is ${ceiling}. Use the word of the glossary.`);

for (const subject of subjects())
  if (subject.length > MAX_SUBJECT || NOT_IMPERATIVE.test(subject))
    fail(
      `Commit subject "${subject}": write one change in the imperative, in at most ${MAX_SUBJECT} characters.`,
    );

/** None where the source is no clone, or git is not installed. */
function subjects() {
  const args = ['log', '--no-merges', `--since=${SUBJECTS_SINCE}`, '--format=%s'];
  const { stdout } = spawnSync('git', args, { cwd: repositoryRoot, encoding: 'utf8' });
  return (stdout ?? '').split('\n').filter((subject) => subject !== '');
}

/** A word alone or as a part of a name, in camel case or in capitals. */
function patternOf(word) {
  const capital = word[0].toUpperCase() + word.slice(1);
  const capitals = `(?<![A-Z])${word.toUpperCase()}(?![A-Z])`;
  return new RegExp(`(?<![A-Za-z])${word}(?![a-z])|${capital}(?![a-z])|${capitals}`);
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}

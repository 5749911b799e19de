import { fileURLToPath } from 'node:url';
import { formatBytes, formatCount } from '@openwop-inspector/base';
import { writeLogFile } from '../generator/log-file.ts';
import { runAcceptorBench } from '../measure/acceptor.ts';
import { runBench } from '../measure/bench-run.ts';
import { runLiveBench } from '../measure/live/live-bench.ts';
import { measureHere } from '../measure/own-process.ts';
import { staleSamples, writeSamples } from '../samples/sample-files.ts';
import { type Command, HELP } from './command-line.ts';

/** Does what was asked and returns the exit status: 0 done, 1 stale samples, 2 could not do it. */
export async function runCommand(command: Command): Promise<number> {
  switch (command.verb) {
    case 'generate':
      return generate(command);
    case 'samples':
      return samples(command);
    case 'run':
      await runBench({ ...command, program: ownProgram() }, say, print);
      return 0;
    case 'chromium': {
      const { runInChromium } = await import('../measure/chromium.ts');
      return runInChromium({ ...command, program: ownProgram() }, say, print);
    }
    case 'render': {
      const { runRenderBench } = await import('../measure/rendering/render-bench.ts');
      return runRenderBench({ ...command, program: ownProgram() }, say, print);
    }
    case 'live-chromium': {
      const { runLiveInChromium } = await import('../measure/live/live-chromium.ts');
      return runLiveInChromium({ ...command, program: ownProgram() }, say, print);
    }
    case 'soak': {
      const { runSoak } = await import('../measure/live/soak.ts');
      return runSoak({ ...command, program: ownProgram() }, say, print);
    }
    case 'live':
      return runLiveBench({ ...command, program: ownProgram() }, say, print);
    case 'acceptor':
      return runAcceptorBench(command, print);
    case 'measure':
      print(`${JSON.stringify(await measureHere(command.name, command.file))}\n`);
      return 0;
    case 'help':
      print(HELP);
      return 0;
    case 'wrong':
      say(`${command.message}\n\n${HELP}`);
      return 2;
  }
}

function generate(command: Extract<Command, { verb: 'generate' }>): number {
  const startedMs = performance.now();
  let percentShown = 0;
  const { events, bytes } = writeLogFile(command, command.out, (size) => {
    const percent = Math.floor((size.events / command.events) * 100);
    if (percent < percentShown + 5) return;
    percentShown = percent;
    say(`${percent} %, ${formatCount(size.events)} events, ${formatBytes(size.bytes)}`);
  });
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1);
  print(`${command.out}: ${formatCount(events)} events, ${formatCount(bytes)} bytes in ${seconds} s\n`);
  return 0;
}

function samples(command: Extract<Command, { verb: 'samples' }>): number {
  if (command.check) {
    const stale = staleSamples(command.folder);
    if (stale.length === 0) {
      print('The samples are up to date.\n');
      return 0;
    }
    say(`Stale: ${stale.join(', ')}. Run npm run samples.`);
    return 1;
  }
  const written = writeSamples(command.folder);
  print(written.length === 0 ? 'The samples are up to date.\n' : `Written: ${written.join(', ')}\n`);
  return 0;
}

/** The built file we run from; measurements start it again. */
function ownProgram(): string {
  return process.argv[1] ?? fileURLToPath(import.meta.url);
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function print(text: string): void {
  process.stdout.write(text);
}

/** Tries the npm package as somebody does who has nothing else: installed into an empty folder, without a network. */
import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { repositoryRoot, runCommand, runNpm } from './run-command.mjs';

/** Upper limit of the packed size, in bytes. */
const packedLimit = 4_000_000;

/** How long the window may take to be served, in ms. */
const serveLimitMs = 20_000;

/**
 * Installs a tarball into a folder of its own and runs what it promises.
 *
 * @param {string} tarball
 * @returns {Promise<readonly string[]>} what is wrong, empty when all is well
 */
export async function faultsOfNpmPackage(tarball) {
  const { size } = await stat(tarball);
  console.log(`${tarball.slice(repositoryRoot.length + 1)}, ${(size / 1e6).toFixed(2)} MB packed`);
  const faults = size < packedLimit ? [] : [`it is ${size} bytes, the limit is ${packedLimit}`];
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-npm-'));
  try {
    const env = { npm_config_cache: join(folder, '.npm') };
    const installed = await runNpm(['install', '--offline', '--prefix', folder, tarball], {
      quiet: true,
      cwd: folder,
      env,
    });
    if (installed.status !== 0) return [...faults, `it cannot be installed: ${installed.output.trimEnd()}`];
    return [...faults, ...(await faultsOfFolder(folder, env))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function faultsOfFolder(folder, env) {
  const faults = [];
  const expect = (holds, fault) => {
    if (!holds) faults.push(fault);
  };
  const packages = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'));
  expect(packages.join() === 'openwop-inspector', `it brought ${packages.join(', ')}`);
  const home = join(folder, 'node_modules', 'openwop-inspector');
  const manifest = JSON.parse(await readFile(join(home, 'package.json'), 'utf8'));
  const listed = Object.keys(manifest).filter((key) => /^(?!dev).*dependencies$/i.test(key));
  expect(listed.length === 0, `its manifest has ${listed.join(', ')}`);

  const program = join(folder, 'node_modules', '.bin', 'openwop-inspector');
  const run = (...args) => runCommand(program, args, { quiet: true, cwd: folder });
  const version = await runNpm(['exec', '--offline', '--', 'openwop-inspector', '--version'], {
    quiet: true,
    cwd: folder,
    env,
  });
  expect(version.output.trim().endsWith(manifest.version), `npx wrote version "${version.output.trim()}"`);
  const sample = join(home, 'samples', 'acme-prd-draft.bundle.json');
  const inspected = await run('inspect', '--json', sample);
  expect(read(inspected.output)?.runs?.[0]?.status === 'failed', `inspect said ${inspected.output}`);
  const vectors = await run('vectors', '--json', join(repositoryRoot, 'testing/vectors/01-parse.json'));
  const judged = read(vectors.output);
  expect(judged?.passed > 0 && judged.failed.length === 0, `vectors said ${vectors.output.slice(0, 500)}`);
  const clause = await run('clause', 'acceptor', 'S7');
  expect(clause.output.includes('Ordered pipeline'), `clause said ${clause.output}`);
  const tailed = await tailFault(run);
  expect(tailed === null, tailed);
  const served = await servedFault(program, folder, sample);
  expect(served === null, served);
  return faults;
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Follows a run of a host of a few lines on loopback, which takes the program of sessions that the package brings. */
async function tailFault(run) {
  const event = JSON.stringify({
    eventId: 'e0',
    runId: 'r',
    sequence: 0,
    type: 'run.completed',
    payload: {},
  });
  const host = createServer(({ url = '' }, response) => {
    if (url.includes('/events') && !url.includes('/poll')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(`id: 0\ndata: ${event}\n\n`);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    if (url.includes('/poll'))
      response.end(`{"events":[${event}],"runStatus":"completed","isTerminal":true}`);
    else response.end('{"runId":"r","workflowId":"w","status":"completed","protocolVersion":"1.0"}');
  });
  await new Promise((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { status, output } = await run('tail', '--json', `http://127.0.0.1:${host.address().port}`, 'r');
  host.close();
  host.closeAllConnections();
  return status === 0 && output.includes(event) ? null : `tail ended with ${status} and said ${output}`;
}

/** Starts the window, fetches its page and the notices as a browser does, and stops it. */
async function servedFault(program, folder, sample) {
  const child = spawn(program, ['serve', '--json', sample], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const timer = setTimeout(() => child.kill('SIGKILL'), serveLimitMs);
  try {
    for await (const line of createInterface({ input: child.stdout }))
      return await pageFault(read(line)?.url);
    return 'serve ended without an address';
  } finally {
    child.kill('SIGINT');
    await ended;
    clearTimeout(timer);
  }
}

async function pageFault(url) {
  if (typeof url !== 'string') return 'serve printed no address';
  const page = await fetch(url);
  if (!(await page.text()).includes('<title>OpenWOP Inspector</title>')) {
    return `the page was answered with ${page.status}`;
  }
  const notices = await fetch(new URL('/notices.json', url));
  if (!notices.ok) return `the notices were answered with ${notices.status}`;
  const door = await fetch(new URL('/window', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: new URL(url).hash.replace('#key=', '') }),
  });
  return door.ok ? null : `the key was answered with ${door.status}`;
}

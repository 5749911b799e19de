/**
 * Makes the npm package with `npm pack`, under `out/npm`, and tries it: npm run pack
 *
 * The tarball holds the command line and the window for a browser, bundled; it is installed into an empty folder
 * without a network, and run there. Next to it lie its bill of materials and the notices.
 */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { faultsOfPapers, writePapers } from './parts/release-papers.mjs';
import { repositoryRoot, runCommand, runNpm } from './parts/run-command.mjs';

/** Upper limit of the packed size, in bytes. */
const packedLimit = 4_000_000;

/** How long the window may take to be served, in ms. */
const serveLimitMs = 20_000;

const output = join(repositoryRoot, 'out', 'npm');
process.exitCode = await pack();

async function pack() {
  await rm(output, { recursive: true, force: true });
  await mkdir(output, { recursive: true });
  const packed = await runNpm(['pack', '--json', '--pack-destination', output], { quiet: true });
  const fileName = /"filename": "([^"]+)"/.exec(packed.output)?.[1];
  if (packed.status !== 0 || fileName === undefined) {
    console.error(`${packed.output.trimEnd()}\nnpm pack ended with status ${packed.status}`);
    return 1;
  }
  await writePapers(output, { targets: ['renderer', 'cli'] });
  const faults = [
    ...(await faultsOfNpmPackage(join(output, fileName))),
    ...faultsOfPapers(output, { isDesktop: false }),
  ];
  for (const fault of faults) console.error(`npm package: ${fault}`);
  if (faults.length === 0) console.log('Installed into an empty folder and run: fine');
  return faults.length === 0 ? 0 : 1;
}

/**
 * Installs a tarball into a folder of its own and runs what it promises.
 *
 * @returns {Promise<readonly string[]>} what is wrong, empty when all is well
 */
async function faultsOfNpmPackage(tarball) {
  const { size } = await stat(tarball);
  console.log(`${tarball.slice(repositoryRoot.length + 1)}, ${(size / 1e6).toFixed(2)} MB packed`);
  const faults = size < packedLimit ? [] : [`it is ${size} bytes, the limit is ${packedLimit}`];
  const folder = await mkdtemp(join(tmpdir(), 'openwop-inspector-npm-'));
  try {
    const env = { npm_config_cache: join(folder, '.npm') };
    const options = { quiet: true, cwd: folder, env };
    const installed = await runNpm(['install', '--offline', '--prefix', folder, tarball], options);
    if (installed.status !== 0) return [...faults, `it cannot be installed: ${installed.output.trimEnd()}`];
    return [...faults, ...(await faultsOfFolder(folder, options))];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function faultsOfFolder(folder, options) {
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
  const version = await runNpm(['exec', '--offline', '--', 'openwop-inspector', '--version'], options);
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
  const event = '{"eventId":"e0","runId":"r","sequence":0,"type":"run.completed","payload":{}}';
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
  const options = { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] };
  const child = spawn(program, ['serve', '--json', sample], options);
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
  if (!(await page.text()).includes('<title>OpenWOP Inspector</title>'))
    return `the page was answered with ${page.status}`;
  const notices = await fetch(new URL('/notices.json', url));
  if (!notices.ok) return `the notices were answered with ${notices.status}`;
  const door = await fetch(new URL('/window', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key: new URL(url).hash.replace('#key=', '') }),
  });
  return door.ok ? null : `the key was answered with ${door.status}`;
}

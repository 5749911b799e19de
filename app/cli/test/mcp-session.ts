/** The official MCP client, connected to the built command as its own process, or to a server in this process. */
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import type { CallMeans } from '../src/mcp/call-tool.ts';
import { readRoot } from '../src/mcp/roots.ts';
import { createServer } from '../src/verbs/mcp.ts';
import { runInProcess } from './run-in-process.ts';
import { repository } from './scratch-folder.ts';

/** What a tool answered, as its text and read. */
export interface Answered {
  readonly isError: boolean;
  readonly text: string;
  readonly answer: {
    readonly contentTrust?: string;
    readonly status: number;
    readonly messages: readonly string[];
    readonly page?: { readonly offset: number; readonly count: number; readonly total: number };
    readonly next?: { readonly offset?: number; readonly textOffset?: number } | null;
    // biome-ignore lint/suspicious/noExplicitAny: tests look at members of documents by name
    readonly document?: any;
    readonly text?: string;
  };
}

export interface McpSession {
  readonly client: Client;
  /** What the client could not understand of what it read. */
  readonly faults: readonly Error[];
  call(name: string, args?: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<Answered>;
  /** All answers of a tool, each requested as the one before it says. */
  walk(name: string, args: Readonly<Record<string, unknown>>): Promise<readonly Answered[]>;
  close(): Promise<void>;
}

/** Starts `openwop-inspector mcp` with arguments. */
export function startMcp(args: readonly string[]): Promise<McpSession> {
  const command = join(repository, 'bin', 'openwop-inspector.mjs');
  return connectMcp(
    new StdioClientTransport({
      command: process.execPath,
      args: [command, 'mcp', ...args],
      cwd: repository,
      stderr: 'ignore',
    }),
  );
}

/** A server and its verbs in this process, for many calls: their modules take longer to load than most calls to run. */
export async function startMcpInProcess(path: string): Promise<McpSession> {
  const root = await readRoot(path);
  if (root === null) throw new Error(`${path} cannot be read`);
  const [there, here] = InMemoryTransport.createLinkedPair();
  const runVerb: CallMeans['runVerb'] = async (args) => ({ kind: 'ended', ...(await runInProcess(args)) });
  await createServer({ roots: [root], runVerb, options: [], timeLimitMs: 600_000 }, '0.0.0').connect(there);
  return connectMcp(here);
}

/** A client over a transport. */
export async function connectMcp(transport: Transport): Promise<McpSession> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const faults: Error[] = [];
  client.onerror = (error) => faults.push(error);
  await client.connect(transport);
  const call: McpSession['call'] = async (name, args = {}, signal) => {
    const options = { timeout: 60_000, ...(signal === undefined ? {} : { signal }) };
    const result = await client.callTool({ name, arguments: args }, CallToolResultSchema, options);
    const { content, isError } = CallToolResultSchema.parse(result);
    const [first] = content;
    if (first?.type !== 'text' || content.length > 1) throw new Error('an answer is one text');
    return { isError: isError === true, text: first.text, answer: JSON.parse(first.text) };
  };
  const walk: McpSession['walk'] = async (name, args) => {
    const all: Answered[] = [];
    for (let next: object | null | undefined = {}; next; next = all.at(-1)?.answer.next)
      all.push(await call(name, { ...args, ...next }));
    return all;
  };
  return { client, faults, call, walk, close: () => client.close() };
}

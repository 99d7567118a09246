import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';

/** Which of our programs to start and how to know that it works. */
export interface ProcessOptions {
  /** Names it in error messages. */
  readonly name: string;
  /** Path of the program from the root of the repository; `.ts` runs from source, `.js` runs what was built. */
  readonly entry: string;
  readonly parameters?: readonly string[];
  /** Options of Node itself. */
  readonly nodeFlags?: readonly string[];
  /** Added to the environment of the tests. */
  readonly env?: Readonly<Record<string, string>>;
  /** Answers 2xx once the program is ready. Without it the program counts as ready at once. */
  readonly readyUrl?: string;
  /** Default 180 s. */
  readonly readyWithinMs?: number;
}

/** How a program ended. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** A program under test. */
export interface StartedProcess {
  readonly pid: number;
  /** All it has written so far. */
  readonly logs: () => string;
  /** What of that it has written to its standard output: the rest may be warnings of its runtime. */
  readonly output: () => string;
  readonly ended: Promise<ProcessEnd>;
  /** Sends a signal to the program and everything it started; SIGKILL is a crash. */
  readonly kill: (signal: NodeJS.Signals) => Promise<ProcessEnd>;
  /** Ends it politely, then by force after 10 s. */
  readonly stop: () => Promise<ProcessEnd>;
}

// Vitest ends its workers by a signal: what they have started goes with them.
if (process.env['VITEST_POOL_ID'] !== undefined) {
  process.once('SIGTERM', () => process.exit(143));
  process.once('disconnect', () => process.exit(1));
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

// The files of what is started here. Those in the checkout are of `npm start`, and of one database.
const DATA_DIR = join(tmpdir(), `causeway-test-${process.pid}-files`);
process.once('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }));

/** Starts one of our programs and waits until it is ready. */
export async function startProcess(options: ProcessOptions): Promise<StartedProcess> {
  const flags = options.entry.endsWith('.ts') ? ['--conditions=source'] : [];
  const child = spawn(
    process.execPath,
    [...flags, ...(options.nodeFlags ?? []), options.entry, ...(options.parameters ?? [])],
    {
      cwd: root,
      env: { ...process.env, DATA_DIR, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    },
  );
  let logs = '';
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    const text = chunk.toString('utf8');
    logs += text;
    output += text;
  });
  child.stderr.on('data', (chunk: Buffer) => (logs += chunk.toString('utf8')));
  const started = handle(child, { logs: () => logs, output: () => output });
  const killWithUs = (): void => signalTree(child, 'SIGKILL');
  process.once('exit', killWithUs);
  void started.ended.then(() => process.off('exit', killWithUs));
  await waitUntilReady(options, started);
  return started;
}

function handle(child: ChildProcess, written: Pick<StartedProcess, 'logs' | 'output'>): StartedProcess {
  const ended = new Promise<ProcessEnd>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
  const kill = (signal: NodeJS.Signals): Promise<ProcessEnd> => {
    signalTree(child, signal);
    return ended;
  };
  const stop = async (): Promise<ProcessEnd> => {
    signalTree(child, 'SIGTERM');
    const force = setTimeout(() => signalTree(child, 'SIGKILL'), 10_000);
    const end = await ended;
    clearTimeout(force);
    return end;
  };
  return { pid: child.pid ?? -1, ...written, ended, kill, stop };
}

function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    // The child leads a group of its own, so the negative id reaches all that it started.
    process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

async function waitUntilReady(options: ProcessOptions, started: StartedProcess): Promise<void> {
  if (options.readyUrl === undefined) return;
  const withinMs = options.readyWithinMs ?? 180_000;
  let end: ProcessEnd | undefined;
  void started.ended.then((value) => (end = value));
  for (const deadline = Date.now() + withinMs; Date.now() < deadline; await sleep(50)) {
    if (end !== undefined)
      throw new Error(`${options.name} ended (${end.signal ?? end.code}) before it was ready:\n${started.logs()}`);
    if (await isReady(options.readyUrl)) return;
  }
  await started.kill('SIGKILL');
  throw new Error(`${options.name} was not ready within ${withinMs} ms:\n${started.logs()}`);
}

async function isReady(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok ?? false;
}

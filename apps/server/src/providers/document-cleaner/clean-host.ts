import { spawn, type ChildProcess } from 'node:child_process';
import { createDecipheriv } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

// A small program that starts the program of each file. Starting one copies the tables of the memory of the starting
// process, and stops it meanwhile: 30 to 150 ms in a server of 400 MB, in which it answers no call.

/** Megabytes of JavaScript, and bytes of what is made of one file. */
const [heapMax, madeMax] = [512, 64 * 1024 * 1024];
/** One thread: the server counts files by the processors that it leaves to them. */
const nodeFlags = [`--max-old-space-size=${heapMax}`, '--single-threaded-gc', '--v8-pool-size=1'];
const lookMs = 100;
/** After so many times its seconds the machine was too busy, which says nothing of the file: it may come again. */
const wallShare = 5;
/** Units of the system's processor times in a second. */
const ticks = 100;
const pageBytes = 4096;
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = fileURLToPath(new URL(`./clean-program.${ending}`, import.meta.url));

const bytes = z.instanceof(Buffer);
const secret = z.custom<Uint8Array>((given) => given instanceof Uint8Array);
const job = z.object({
  /** How many bytes come in, or where they are and how they are opened. */
  file: z.union([
    z.int(),
    z.object({
      path: z.string(),
      key: secret,
      nonce: secret,
      tag: secret,
    }),
  ]),
  kind: z.enum(['jpg', 'png', 'heic', 'pdf']),
  secondsMax: z.number(),
  megabytesMax: z.number(),
});

/** What a server gives it. */
export type CleanJob = z.output<typeof job>;

/** What it hears: the length of what goes out, pages and then the file, or nothing; what is no fault of the file. */
interface CleanResult {
  length: number | undefined;
  fault: 'late' | 'unread' | 'ended' | undefined;
}

let running: ChildProcess | undefined;
// The server is gone, and no call waits for the file.
process.once('disconnect', () => running?.kill('SIGKILL'));
process.on('message', (given) => void work(job.parse(given)));

/** Of one file at a time. */
let received: Buffer[] = [];
let onReceived: (() => void) | undefined;
process.stdin.on('data', (piece: Buffer) => {
  received.push(piece);
  onReceived?.();
});

async function work(given: CleanJob): Promise<void> {
  const { file } = given;
  const content = typeof file === 'number' ? [await receive(file)] : readSealed(file);
  const { made, fault } = await runProgram(content, given);
  if (made !== undefined) await new Promise<void>((resolve) => void process.stdout.write(made, () => resolve()));
  process.send?.({ length: made?.length, fault } satisfies CleanResult);
}

async function receive(length: number): Promise<Buffer> {
  const size = () => received.reduce((sum, piece) => sum + piece.length, 0);
  while (size() < length) await new Promise<void>((resolve) => (onReceived = resolve));
  const bytes = Buffer.concat(received);
  received = [];
  return bytes;
}

class Unreadable extends Error {}

/** @throws Unreadable for what is not there, or was changed */
async function* readSealed({ path, key, nonce, tag }: Exclude<CleanJob['file'], number>): AsyncGenerator<Buffer> {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tag.length }).setAuthTag(tag);
    for await (const piece of createReadStream(path)) yield decipher.update(bytes.parse(piece));
    yield decipher.final();
  } catch (error) {
    throw new Unreadable('The file could not be read.', { cause: error });
  }
}

async function runProgram(
  content: Iterable<Buffer> | AsyncIterable<Buffer>,
  { kind, secondsMax, megabytesMax }: CleanJob,
): Promise<{ made: Buffer | undefined; fault: CleanResult['fault'] }> {
  const child = spawn(process.execPath, [...nodeFlags, program, kind], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  running = child;
  let isOver = false;
  const end = () => {
    isOver = true;
    child.kill('SIGKILL');
  };
  let fault: CleanResult['fault'];
  const wallMs = secondsMax * wallShare * 1000;
  const timer = setTimeout(() => {
    fault = 'late';
    end();
  }, wallMs);
  const watch = setInterval(() => {
    void readMegabytes(child).then((megabytes) => megabytes > megabytesMax && end());
    void readSeconds(child).then((seconds) => seconds > secondsMax && end());
  }, lookMs);
  // A program that ends early reads no more; one whose file cannot be read must not take a part of it for the whole.
  child.stdin.on('error', () => undefined);
  pipeline(content, child.stdin).catch((error: unknown) => {
    if (!(error instanceof Unreadable)) return;
    fault = 'unread';
    end();
  });
  const { made, isTaken } = await readMade(child, end);
  // The system had no memory or no process for it, which says nothing of the file.
  if (isTaken && !isOver) fault = 'ended';
  clearTimeout(timer);
  clearInterval(watch);
  end();
  return { made, fault };
}

/**
 * A file that breaks its reader is none that we take.
 *
 * @returns also whether the program was taken away: it did not start, or another program ended it
 */
async function readMade(child: ChildProcess, end: () => void): Promise<{ made: Buffer | undefined; isTaken: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > madeMax) end();
    else chunks.push(chunk);
  });
  const [code, signal] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('close', (...how) => resolve(how)).once('error', () => resolve([null, null]));
  });
  const isTaken = code === null && (signal === null || signal === 'SIGKILL' || signal === 'SIGTERM');
  return { made: code === 0 ? Buffer.concat(chunks) : undefined, isTaken };
}

/** Its memory, where the system says; 0 elsewhere, and when it has ended. */
async function readMegabytes({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return (Number(text.split(' ')[1] ?? 0) * pageBytes) / 1024 ** 2;
}

/** Its time on a processor, where the system says; 0 elsewhere, and when it has ended. */
async function readSeconds({ pid }: ChildProcess): Promise<number> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name of the program, in brackets, may have spaces in it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / ticks;
}

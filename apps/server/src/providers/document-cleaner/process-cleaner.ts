import { spawn, type ChildProcess } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { type CleanFile, CleanerBusy, type DocumentCleaner, type FileKind, type OpenedFile } from './port.ts';

/** Megabytes of JavaScript, and bytes of what is made of one file. */
const [heapMax, madeMax] = [512, 64 * 1024 * 1024];
const lookMs = 100;
/** After so many times its seconds the machine was too busy, which says nothing of the file: it may come again. */
const wallShare = 5;
/** Units of the system's processor times in a second. */
const ticks = 100;
const pageBytes = 4096;
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const program = fileURLToPath(new URL(`./clean-program.${ending}`, import.meta.url));

export interface CleanerLimits {
  /** Files that are cleaned at a time. */
  atOnce: number;
  /** Files that wait for their turn; who comes then is sent away at once. */
  waitingMax: number;
  /** How long one waits before it is sent away; who sends it waits a minute. */
  waitMaxMs: number;
  /** Seconds of a processor that one file may take, whatever else the machine does. */
  secondsMax?: number;
  /** Megabytes of all kinds that it may take: a bomb goes off in the memory of native code. */
  megabytesMax?: number;
}

/**
 * Cleans each file in a process of its own, which ends with it: a reader that runs away or breaks takes nothing along,
 * and what clients wait for goes first. Few run at a time and few wait, so that neither memory nor waiting grows with
 * what is uploaded.
 */
export function createProcessCleaner(limits: CleanerLimits): DocumentCleaner {
  const { atOnce, waitingMax, waitMaxMs } = limits;
  let running = 0;
  const waiting = new Set<() => void>();
  async function waitForTurn(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.size >= waitingMax) throw new CleanerBusy(`${waitingMax} files wait already.`);
    await new Promise<void>((resolve, reject) => {
      const deadline = setTimeout(() => {
        waiting.delete(begin);
        reject(new CleanerBusy(`It was no turn of the file for ${waitMaxMs} ms.`));
      }, waitMaxMs);
      function begin(): void {
        clearTimeout(deadline);
        resolve();
      }
      waiting.add(begin);
    });
  }
  function endTurn(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    waiting.delete(next);
    next();
  }
  return {
    async clean(open) {
      await waitForTurn();
      try {
        const opened = await open();
        return opened && (await runProgram(opened, limits));
      } finally {
        endTurn();
      }
    },
  };
}

async function runProgram(
  { bytes, kind }: OpenedFile,
  { secondsMax = 40, megabytesMax = 1024 }: CleanerLimits,
): Promise<CleanFile | undefined> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heapMax}`, program, kind], {
    env: {},
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const end = () => void child.kill('SIGKILL');
  let isLate = false;
  const timer = setTimeout(
    () => {
      isLate = true;
      end();
    },
    secondsMax * wallShare * 1000,
  );
  const watch = setInterval(() => {
    void readMegabytes(child).then((megabytes) => megabytes > megabytesMax && end());
    void readSeconds(child).then((seconds) => seconds > secondsMax && end());
  }, lookMs);
  try {
    // On fewer than all of the cores when there is other work.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system has no priorities.
  }
  // A program that ends early reads no more.
  child.stdin.on('error', () => undefined);
  child.stdin.end(bytes);
  try {
    const made = await readMade(child, kind);
    if (made === undefined && isLate) throw new CleanerBusy(`A file was not done in ${secondsMax * wallShare} s.`);
    return made;
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    end();
  }
}

/** A file that breaks its reader is none that we take. */
async function readMade(child: ChildProcess, kind: FileKind): Promise<CleanFile | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  child.stdout?.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > madeMax) child.kill('SIGKILL');
    else chunks.push(chunk);
  });
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve);
    child.once('error', () => resolve(null));
  });
  const made = Buffer.concat(chunks);
  const [pages = 0] = made;
  if (code !== 0 || pages === 0) return undefined;
  return { bytes: made.subarray(1), ext: kind === 'pdf' ? 'pdf' : 'jpg', pages };
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

import { fork, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { CleanJob } from './clean-host.ts';
import { type CleanFile, CleanerBusy, type DocumentCleaner, type OpenedFile } from './port.ts';

const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const hostProgram = fileURLToPath(new URL(`./clean-host.${ending}`, import.meta.url));
/** Half of a fair share where others want the processors too: files must not wait for ever on a busy machine. */
const sharePriority = 3;

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
 * and what clients wait for goes first. A small host starts it. Few run at a time and few wait, so that neither memory
 * nor waiting grows with what is uploaded.
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

/** Hosts without work. They stay, and end with this process. */
const idle: ChildProcess[] = [];
const result = z.object({ length: z.int().optional(), fault: z.literal(['late', 'unread', 'ended']).optional() });
/** A file goes to the host and comes back in pieces: as one message it would stop the event loop while it is copied. */
const pieceBytes = 64 * 1024;

/** @throws CleanerBusy */
async function runProgram(
  { content, kind }: OpenedFile,
  { secondsMax = 40, megabytesMax = 1024 }: CleanerLimits,
): Promise<CleanFile | undefined> {
  const host = idle.pop() ?? startHost();
  const file = content instanceof Uint8Array ? content.length : content;
  const job: CleanJob = { file, kind, secondsMax, megabytesMax };
  const answer = new Promise<unknown>((resolve, reject) => {
    const onEnd = () => reject(new CleanerBusy('The host of the cleaner has ended.'));
    host.once('exit', onEnd).once('error', onEnd);
    host.once('message', (message) => {
      host.off('exit', onEnd).off('error', onEnd);
      resolve(message);
    });
  });
  const pieces: Buffer[] = [];
  const keep = (piece: Buffer) => void pieces.push(piece);
  host.stdout?.on('data', keep);
  host.channel?.ref();
  host.send(job, () => undefined);
  if (host.stdin !== null && content instanceof Uint8Array)
    Readable.from(cut(content)).pipe(host.stdin, { end: false });
  const { length, fault } = result.parse(await answer);
  const made = length === undefined ? undefined : await joinPieces(host, pieces, length);
  host.stdout?.off('data', keep);
  // A program that waits for nothing else may end.
  host.channel?.unref();
  idle.push(host);
  if (fault === 'unread') throw new Error('The host of the cleaner could not read the file.');
  if (fault === 'ended') throw new CleanerBusy('The system did not start the program of a file, or ended it.');
  if (made === undefined && fault === 'late') throw new CleanerBusy(`A file was not done in time, of ${secondsMax} s.`);
  const [pages = 0] = made ?? [];
  if (made === undefined || pages === 0) return undefined;
  return { bytes: made.subarray(1), ext: kind === 'pdf' ? 'pdf' : 'jpg', pages };
}

function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** What the host has written of a file, once all of it is here. @throws CleanerBusy when the host ends before */
async function joinPieces(host: ChildProcess, pieces: readonly Buffer[], length: number): Promise<Buffer> {
  const isWhole = () => pieces.reduce((sum, piece) => sum + piece.length, 0) >= length;
  await new Promise<void>((resolve, reject) => {
    const onEnd = () => reject(new CleanerBusy('The host of the cleaner has ended.'));
    const look = () => {
      if (!isWhole()) return;
      host.stdout?.off('data', look).off('close', onEnd);
      resolve();
    };
    host.stdout?.on('data', look).once('close', onEnd);
    look();
  });
  return Buffer.concat(pieces);
}

function startHost(): ChildProcess {
  const host = fork(hostProgram, {
    env: {},
    execArgv: [],
    serialization: 'advanced',
    stdio: ['pipe', 'pipe', 'ignore', 'ipc'],
    // A session of its own: Linux shares processors between sessions first, and priorities count within one only.
    detached: true,
  });
  host.once('exit', () => {
    const place = idle.indexOf(host);
    if (place >= 0) idle.splice(place, 1);
  });
  host.on('error', () => undefined);
  host.stdin?.on('error', () => undefined);
  host.unref();
  // The channel alone holds this process while a file is under way.
  for (const pipe of [host.stdin, host.stdout]) if (pipe instanceof Socket) pipe.unref();
  lowerPriority(host.pid);
  return host;
}

/** Its programs inherit this: what clients wait for goes first, the work of the database too. */
function lowerPriority(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
    writeFileSync(`/proc/${pid}/autogroup`, String(sharePriority));
  } catch {
    // It has ended already, or the system has no priorities or no sessions that share.
  }
}

import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import type { Order, Sent } from './file-sender.ts';
import { goFirst, lowerPriority } from './go-first.ts';
import { KeepAliveClient } from './keep-alive-client.ts';
import type { Row } from './print-rows.ts';

const senders = 200;
/** Sides of the pictures: 3 and 10 MB. */
const [smallSide, largeSide] = [1000, 1830];
const largeSenders = 20;
const memoryGoal = 400;
const [pollsPerSecond, pollSeconds, ratioGoal] = [200, 12, 1.3];
/** Pairs of polls without and beside uploads; the median of the ratios counts, as one busy moment decides a p99. */
const rounds = 7;
const [clientsAtOnce, lookEveryMs] = [4, 200];

/** Where the measured product is. */
export interface UploadsBench {
  productUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  pid: number;
}

/** Many files at once, each sent again as often as it is refused as one too many; then polls beside large files. */
export async function benchUploads({ productUrl, sandboxUrl, databaseUrl, pid }: UploadsBench): Promise<Row[]> {
  // The client is another machine in life, and its own waiting for a processor is no time of the server's.
  for (const first of [process.pid, pid]) goFirst(first);
  const accesses = await registerAll(productUrl, sandboxUrl, databaseUrl);
  const memory = await readMemory(pid);
  const sendMany = await prepare(pid, { productUrl, accesses, side: smallSide, type: 'front' });
  const many = await sendMany();
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await measurePolls(productUrl, accesses[0] ?? '');
    const few = accesses.slice(round * largeSenders, (round + 1) * largeSenders);
    const sendLarge = await prepare(pid, { productUrl, accesses: few, side: largeSide, type: 'back' });
    const [busy, beside] = await Promise.all([measurePolls(productUrl, accesses[0] ?? ''), sendLarge()]);
    pairs.push({ quiet, busy, beside });
  }
  const kept = pairs.reduce((sum, { beside }) => sum + beside.kept, many.kept);
  const growth = Math.max(many.memory, ...pairs.map(({ beside }) => beside.memory)) - memory;
  const all = senders + rounds * largeSenders;
  return [
    { name: `files of ${senders} senders at once, kept`, value: String(many.kept), unit: '' },
    {
      name: 'of all files, lost',
      value: String(all - kept),
      unit: '',
      goal: '0',
      isMet: kept === all,
    },
    { name: 'refused as one too many, and sent again', value: String(many.refused), unit: 'times' },
    { name: 'until the last was kept', value: (many.took / 1000).toFixed(1), unit: 's' },
    { name: 'memory of the server before', value: memory.toFixed(0), unit: 'MB' },
    {
      name: 'growth at most',
      value: growth.toFixed(0),
      unit: 'MB',
      goal: `at most ${memoryGoal}`,
      isMet: growth <= memoryGoal,
    },
    ...describePairs(pairs),
  ];
}

interface Polls {
  p50: number;
  p99: number;
}

interface Pair {
  quiet: Polls;
  busy: Polls;
  beside: Beside;
}

function describePairs(pairs: readonly Pair[]): Row[] {
  const median = (numbers: number[]) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
  const row = (name: string, of: (pair: Pair) => number): Row => ({
    name,
    value: median(pairs.map(of)).toFixed(1),
    unit: 'ms',
  });
  const ratio = median(pairs.map(({ quiet, busy }) => busy.p99 / quiet.p99));
  const beside = `polls beside ${largeSenders} files of 10 MB`;
  return [
    row('polls without uploads, p50', ({ quiet }) => quiet.p50),
    row('polls without uploads, p99', ({ quiet }) => quiet.p99),
    row(`${beside}, p50`, ({ busy }) => busy.p50),
    row(`${beside}, p99`, ({ busy }) => busy.p99),
    {
      name: `p99 as a ratio, median of ${rounds} pairs`,
      value: ratio.toFixed(2),
      unit: '×',
      goal: `at most ${ratioGoal}`,
      isMet: ratio <= ratioGoal,
    },
  ];
}

const signedUp = z.object({ success: z.literal(1), access: z.string() });

/** Clients of a level that may show papers. @returns their access tokens */
async function registerAll(productUrl: string, sandboxUrl: string, databaseUrl: string): Promise<string[]> {
  const sandbox = new SandboxDriver(sandboxUrl);
  const accesses: string[] = [];
  const register = async () => {
    while (accesses.length < senders) {
      const place = accesses.push('') - 1;
      const token = await sandbox.captchaToken('signup');
      const body = new URLSearchParams({
        email: `upload-${randomUUID()}@example.com`,
        password: 'correct horse battery',
        is_agree_terms: '1',
        'g-recaptcha-response': token,
      });
      const answer = await fetch(`${productUrl}/signup`, { method: 'POST', headers: ours, body });
      accesses[place] = signedUp.parse(await answer.json()).access;
    }
  };
  await Promise.all(Array.from({ length: clientsAtOnce }, register));
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  await database.query(
    `update clients set level = 'basic', email_confirmed_at = now() where email like 'upload-%' or payer_email like 'upload-%'`,
  );
  await database.end();
  return accesses;
}

const ours = { 'x-requested-with': 'XMLHttpRequest' };

interface Beside extends Sent {
  /** The most memory of the server meanwhile, in MB. */
  memory: number;
}

/**
 * The senders are a process of their own, which gives way to what is measured: in life they are other machines.
 *
 * @returns what begins to send
 */
async function prepare(serverPid: number, order: Order): Promise<() => Promise<Beside>> {
  const sender = fork(new URL('file-sender.ts', import.meta.url), {
    execArgv: ['--conditions=source'],
    detached: true,
  });
  const end = () => void sender.kill('SIGKILL');
  process.once('exit', end);
  lowerPriority(sender.pid);
  sender.send(order);
  await once(sender, 'message');
  return async () => {
    let memory = 0;
    const look = () => void readMemory(serverPid).then((now) => (memory = Math.max(memory, now)));
    const looking = setInterval(look, lookEveryMs);
    sender.send('begin');
    const [said] = await Promise.race([once(sender, 'message'), once(sender, 'exit')]);
    clearInterval(looking);
    end();
    process.off('exit', end);
    return { ...sent.parse(said), memory };
  };
}

const sent = z.object({ kept: z.number(), refused: z.number(), took: z.number() });

/** Reads of one client at a steady pace, however long each takes. */
async function measurePolls(productUrl: string, access: string): Promise<Polls> {
  const client = new KeepAliveClient(productUrl.replace('localhost', '127.0.0.1'));
  const headers = {
    ...ours,
    'x-authorization': `Bearer ${access}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const took: number[] = [];
  const count = pollsPerSecond * pollSeconds;
  const startedAt = performance.now();
  const polls: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const at = startedAt + (index * 1000) / pollsPerSecond;
    if (at > performance.now()) await sleep(at - performance.now());
    const sentAt = performance.now();
    polls.push(
      client
        .post('/verification/update', 'ghost_mode=1', headers)
        // One that was not answered counts with all the time that it was waited for.
        .catch(() => undefined)
        .then(() => void took.push(performance.now() - sentAt)),
    );
  }
  await Promise.all(polls);
  client.close();
  const sorted = took.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

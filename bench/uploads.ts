import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import pg from 'pg';
import { z } from 'zod';
import { KeepAliveClient } from './keep-alive-client.ts';
import type { Row } from './print-rows.ts';

const senders = 200;
/** Sides of the pictures, whose noise no compression makes smaller: 3 and 10 MB. */
const [smallSide, largeSide] = [1000, 1830];
const largeSenders = 20;
const timeLimitMs = 300_000;
const memoryGoal = 400;
const [pollsPerSecond, pollSeconds, ratioGoal] = [200, 12, 1.3];
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
  const accesses = await registerAll(productUrl, sandboxUrl, databaseUrl);
  const memory = await readMemory(pid);
  const many = await sendAll(productUrl, pid, accesses, makePicture(smallSide));
  const quiet = await measurePolls(productUrl, accesses[0] ?? '');
  const large = makePicture(largeSide);
  const [busy, beside] = await Promise.all([
    measurePolls(productUrl, accesses[0] ?? ''),
    sendAll(productUrl, pid, accesses.slice(0, largeSenders), large, 'back'),
  ]);
  const [growth, kept] = [many.memory - memory, many.kept + beside.kept];
  const ratio = busy.p99 / quiet.p99;
  return [
    { name: `files of ${senders} senders at once, kept`, value: String(many.kept), unit: '' },
    {
      name: 'of all files, lost',
      value: String(senders + largeSenders - kept),
      unit: '',
      goal: '0',
      isMet: kept === senders + largeSenders,
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
    { name: 'polls without uploads, p99', value: quiet.p99.toFixed(1), unit: 'ms' },
    { name: `polls beside ${largeSenders} files of 10 MB, p99`, value: busy.p99.toFixed(1), unit: 'ms' },
    {
      name: 'the same as a ratio',
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

interface Sent {
  kept: number;
  refused: number;
  took: number;
  /** The most memory of the server meanwhile, in MB. */
  memory: number;
}

async function sendAll(
  productUrl: string,
  pid: number,
  accesses: readonly string[],
  picture: Blob,
  type = 'front',
): Promise<Sent> {
  const startedAt = performance.now();
  let [kept, refused, memory] = [0, 0, 0];
  const over = new AbortController();
  const watch = async () => {
    while (!over.signal.aborted) {
      memory = Math.max(memory, await readMemory(pid));
      await sleep(lookEveryMs);
    }
  };
  const send = async (access: string) => {
    while (performance.now() - startedAt < timeLimitMs) {
      const { status, againSeconds } = await sendOne(productUrl, access, picture, type);
      if (status === 200) {
        kept += 1;
        return;
      }
      if (status !== 503) throw new Error(`A file was answered with ${status}.`);
      refused += 1;
      // As the answer says, and not all at the same moment.
      await sleep(againSeconds * 1000 * (0.5 + Math.random()));
    }
  };
  const watching = watch();
  await Promise.all(accesses.map(send));
  over.abort();
  await watching;
  return { kept, refused, memory, took: performance.now() - startedAt };
}

const uploaded = z.object({ success: z.literal([0, 1]) });

/** @returns the status, 0 for a refusal that is no matter of room; and when to come again */
async function sendOne(
  productUrl: string,
  access: string,
  picture: Blob,
  type: string,
): Promise<{ status: number; againSeconds: number }> {
  const form = new FormData();
  for (const [name, value] of Object.entries({ wizard: 'identity', document_type: 'id_card', type }))
    form.set(name, value);
  form.set('file', picture, 'file');
  const answer = await fetch(`${productUrl}/verification/document/upload`, {
    method: 'POST',
    headers: { ...ours, 'x-authorization': `Bearer ${access}` },
    body: form,
  });
  const body: unknown = await answer.json();
  const isRefused = answer.status === 200 && uploaded.parse(body).success !== 1;
  return { status: isRefused ? 0 : answer.status, againSeconds: Number(answer.headers.get('retry-after') ?? 1) };
}

/** Reads of one client at a steady pace, however long each takes. */
async function measurePolls(productUrl: string, access: string): Promise<{ p99: number }> {
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
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0 };
}

async function readMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}

/** A square PNG of noise. */
function makePicture(side: number): Blob {
  const line = side * 3 + 1;
  const pixels = randomBytes(side * line);
  for (let row = 0; row < side; row += 1) pixels[row * line] = 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits a channel, red, green and blue.
  head.set([8, 2], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(pixels, { level: 1 })), chunk('IEND', Buffer.alloc(0))];
  return new Blob([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...parts]);
}

function chunk(type: string, data: Buffer): Buffer<ArrayBuffer> {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

import { readFile } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProductClient } from '@causeway/testing/product-client';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import pg from 'pg';
import { readCpuTimes } from './cpu-time.ts';
import type { Row } from './print-rows.ts';

const streamCount = 5_000;
/** As many as one client may have. */
const ofClient = 12;
const registerAtOnce = 4;
const openAtOnce = 50;
/** Two signs of life. */
const idleSeconds = 40;
const waitSeconds = 120;

interface LiveBench {
  productUrl: string;
  sandboxUrl: string;
  databaseUrl: string;
  pid: number;
}

/** Streams of changes that are only held, and one event that is sent to all of them. */
export async function benchLive({ productUrl, sandboxUrl, databaseUrl, pid }: LiveBench): Promise<Row[]> {
  const clients = await registerClients(productUrl, sandboxUrl);
  const agent = new Agent();
  const bare = await readMegabytes(pid);
  const heard = { open: 0, notifications: 0 };
  const left = clients.flatMap(({ access }) => Array.from({ length: ofClient }, () => access)).slice(0, streamCount);
  await atOnce(openAtOnce, left, (access) => openStream({ productUrl, agent, access }, heard));
  const held = await readMegabytes(pid);
  const before = await readCpuTimes({ server: pid });
  await sleep(idleSeconds * 1000);
  const after = await readCpuTimes({ server: pid });
  const share = ((after['server'] ?? 0) - (before['server'] ?? 0)) / idleSeconds;
  const tookMs = await notifyAll(databaseUrl, heard);
  agent.destroy();
  return [
    { name: 'open streams', value: String(heard.open), unit: '' },
    { name: 'memory of an idle stream', value: (((held - bare) * 1024) / streamCount).toFixed(1), unit: 'kB' },
    { name: 'memory of the server with them', value: held.toFixed(0), unit: 'MB' },
    { name: 'of one core, while they are idle', value: (share * 100).toFixed(1), unit: '%', goal: 'below 100 %' },
    { name: 'from one commit to the last stream', value: tookMs.toFixed(0), unit: 'ms', goal: 'within 1 000 ms' },
  ];
}

async function registerClients(productUrl: string, sandboxUrl: string): Promise<ProductClient[]> {
  const driver = new SandboxDriver(sandboxUrl);
  const clients = Array.from(
    { length: Math.ceil(streamCount / ofClient) },
    () => new ProductClient(productUrl, driver),
  );
  await atOnce(registerAtOnce, [...clients], (client) => client.register());
  return clients;
}

/** Does the same with each, so many at a time. */
async function atOnce<Item>(count: number, items: Item[], act: (item: Item) => Promise<unknown>): Promise<void> {
  const work = async () => {
    for (let item = items.pop(); item !== undefined; item = items.pop()) await act(item);
  };
  await Promise.all(Array.from({ length: count }, work));
}

interface Reader {
  productUrl: string;
  agent: Agent;
  access: string;
}

function openStream({ productUrl, agent, access }: Reader, heard: { open: number; notifications: number }) {
  return new Promise<void>((resolve, reject) => {
    const asked = request(`${productUrl}/client/changes`, {
      agent,
      headers: { 'x-authorization': `Bearer ${access}` },
    });
    asked.once('error', reject).once('response', (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`A stream answered ${answer.statusCode}.`));
      let isOpen = false;
      return answer
        .setEncoding('utf8')
        .on('error', () => undefined)
        .on('data', (text: string) => {
          if (text.includes('data: notifications\n')) heard.notifications += 1;
          if (isOpen || !text.includes('data: open\n')) return;
          isOpen = true;
          heard.open += 1;
          resolve();
        });
    });
    asked.end();
  });
}

/** One transaction that concerns every client. @returns milliseconds until the last stream has said so */
async function notifyAll(databaseUrl: string, heard: { notifications: number }): Promise<number> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  heard.notifications = 0;
  const began = performance.now();
  await database.query(`
    insert into notifications (notification_id, client_id, template, parameters, occasion, created_at)
    select gen_random_uuid(), client_id, 'order-finished', '{}', gen_random_uuid()::text, now() from clients`);
  const until = began + waitSeconds * 1000;
  while (heard.notifications < streamCount && performance.now() < until) await sleep(1);
  const tookMs = performance.now() - began;
  await database.end();
  if (heard.notifications < streamCount)
    throw new Error(`${heard.notifications} of ${streamCount} streams were told within ${waitSeconds} s.`);
  return tookMs;
}

async function readMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
}

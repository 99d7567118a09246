import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import { findFreePort } from '@causeway/testing/free-port';
import { readWalletAddress } from '@causeway/testing/read-wallet-address';
import { startProcess } from '@causeway/testing/start-process';
import { runSql } from '@causeway/testing/run-sql';
import { benchCalculations } from './calculations.ts';
import { benchFirstScreenBytes } from './first-screen-bytes.ts';
import { benchFirstScreenTime } from './first-screen-time.ts';
import { goFirst } from './go-first.ts';
import { benchGrowth } from './growth.ts';
import { benchOrders } from './orders.ts';
import { benchLedger } from './ledger.ts';
import { benchLists } from './lists.ts';
import { benchLive } from './live.ts';
import { benchMetrics } from './metrics.ts';
import { printRows, type Row } from './print-rows.ts';
import { benchFirstPresses } from './screen/first-presses.ts';
import { benchFirstTouch } from './screen/first-touch.ts';
import { benchLargestPaints } from './screen/largest-paints.ts';
import { launchPhone } from './screen/slow-phone.ts';
import { benchSdk } from './sdk.ts';
import { benchSecondStart } from './second-start.ts';
import { benchUploads } from './uploads.ts';

/** As `npm start` starts them. */
const nodeFlags = ['--max-semi-space-size=64'];

const chromium = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const closing: (() => Promise<unknown>)[] = [];
const rows: Row[] = [];

/** All parts, or those that the command line names. */
const wanted = process.argv.slice(2);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void closeAll().finally(() => process.exit(1)));

try {
  await part('ledger', 'Ledger (a credit to one account, as it grows)', benchLedger);
  const product = await startProduct();
  const { productUrl, sandboxUrl, databaseUrl, pid } = product;
  await part('bytes', 'First screen, bytes', () => benchFirstScreenBytes(productUrl));
  await part('time', 'First screen, time (4x slower CPU, Fast 4G, cold)', () => benchTimes(productUrl, pid));
  await part('screen', 'First screen, as a person feels it (4x slower CPU, 9 Mbit/s, cold)', () =>
    benchScreen(product),
  );
  await part('sdk', 'SDK on a partner’s page', () => benchSdk(chromium, productUrl, databaseUrl));
  await part('calculations', 'Calculations', () => benchCalculations(productUrl, pid));
  await part('orders', 'Orders (load, sandbox and PostgreSQL on the same machine)', () =>
    benchOrders({
      productUrl,
      sandboxUrl,
      databaseUrl,
      processes: { 'the web server': pid, 'the worker': product.workerPid, 'the sandbox': product.sandboxPid },
    }),
  );
  await part('uploads', 'Uploads (senders, server and PostgreSQL on the same machine)', () =>
    benchUploads({ productUrl, sandboxUrl, databaseUrl, pid }),
  );
  await part('live', 'Streams of changes (PostgreSQL and the readers on the same machine)', () =>
    benchLive({ productUrl, sandboxUrl, databaseUrl, pid }),
  );
  await part('lists', 'Lists of a client (generated rows)', () => benchLists({ productUrl, sandboxUrl, databaseUrl }));
  // The last of those with this product: its database is full afterwards.
  await part('metrics', 'Metrics (generated orders)', () => benchMetrics({ productUrl, sandboxUrl, databaseUrl }));
  await closeAll();
  await part('growth', 'Growth (generated orders; PostgreSQL on the same machine)', async () => {
    const grown = await startProduct();
    return benchGrowth({ ...grown, walletAddress: await grown.readWalletAddress() });
  });
  await closeAll();
  await part('start', 'Start', benchSecondStart);
} finally {
  await closeAll();
}
const missed = rows.filter((row) => row.isMet === false);
process.stdout.write(
  missed.length === 0 ? 'Every goal is met.\n' : `Not met: ${missed.map((row) => row.name).join('; ')}.\n`,
);
process.exitCode = missed.length === 0 ? 0 : 1;

async function part(key: string, title: string, measure: () => Promise<Row[]>): Promise<void> {
  if (wanted.length > 0 && !wanted.includes(key)) return;
  const measured = await measure();
  rows.push(...measured);
  printRows(title, measured);
}

async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).toReversed()) await close().catch(() => {});
}

/** The product from its build, with a database that counts statements. */
async function startProduct() {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-bench-'));
  await chmod(dataDirectory, 0o755);
  closing.push(() => removeEmbeddedPostgres(dataDirectory));
  const database = await startCountingDatabase(dataDirectory);
  closing.push(() => database.stop());
  const [product, sandbox, smtp] = [await findFreePort(), await findFreePort(), await findFreePort()];
  const env = {
    PORT: String(product),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    PRODUCT_URL: `http://localhost:${product}`,
    DATABASE_URL: database.url,
    LOG_LEVEL: 'error',
    RATE_LIMIT: 'off',
    CAPTCHA: 'siteverify',
    NODE_ENV: 'production',
  };
  const sandboxUrl = `http://localhost:${sandbox}`;
  const outside = await startProcess({
    name: 'sandbox',
    entry: 'apps/sandbox/dist/main.js',
    nodeFlags,
    env,
    readyUrl: `${sandboxUrl}/control/journal`,
  });
  closing.push(() => outside.stop());
  const productUrl = `http://localhost:${product}`;
  const serve = async (name: string, role: Readonly<Record<string, string>>, url: string) => {
    const readyUrl = `${url}/readyz`;
    const entry = 'apps/server/dist/main.js';
    const started = await startProcess({ name, entry, nodeFlags, env: { ...env, ...role }, readyUrl });
    closing.push(() => started.stop());
    void started.ended.then(({ code, signal }) => {
      if (code !== 0) process.stderr.write(`${name} ended (${signal ?? code}):\n${started.logs().slice(-4000)}\n`);
    });
    return started;
  };
  const jobs = await findFreePort();
  const server = await serve('the web server', { ROLE: 'web' }, productUrl);
  const worker = await serve('the worker', { ROLE: 'worker', PORT: String(jobs) }, `http://localhost:${jobs}`);
  return {
    readWalletAddress: () => readWalletAddress('bitcoin', env),
    stopJobs: async () => void (await worker.stop()),
    workerPid: worker.pid,
    productUrl,
    sandboxUrl,
    databaseUrl: database.url,
    pid: server.pid,
    sandboxPid: outside.pid,
  };
}

/** The extension that counts statements is loaded at PostgreSQL's start only. */
async function startCountingDatabase(dataDirectory: string): Promise<EmbeddedPostgres> {
  const first = await startEmbeddedPostgres({ dataDirectory });
  await runSql(first.url, "alter system set shared_preload_libraries = 'pg_stat_statements'");
  await first.stop();
  return startEmbeddedPostgres({ dataDirectory });
}

async function benchTimes(productUrl: string, productPid: number): Promise<Row[]> {
  const base = await startFloors(productUrl);
  goFirst(productPid);
  const priced = "document.querySelector('#price')?.textContent";
  return benchFirstScreenTime(
    chromium,
    {
      name: 'ours',
      url: productUrl,
      isPriced: "document.querySelector('#payout')?.value",
      // The script that handles typing is the last thing in the page, so it has run once the page is parsed.
      isLive: "document.documentElement.dataset.live==='true'",
      // Set in an effect of React, as in the bare page: the first screen is hydrated and each part of it has begun to
      // listen.
      isHydrated: "document.documentElement.dataset.hydrated==='true'",
    },
    { name: 'plain', url: `${base}/plain`, isPriced: priced, isLive: 'window.isLive', isHydrated: 'window.isLive' },
    {
      name: 'react',
      url: `${base}/react`,
      isPriced: priced,
      isLive: "document.documentElement.dataset.hydrated==='true'",
      isHydrated: "document.documentElement.dataset.hydrated==='true'",
    },
  );
}

/** The least that a page can be, by several means, and a partner's page with the widget in three lines. */
async function startFloors(productUrl: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-floor-'));
  closing.push(() => rm(folder, { recursive: true, force: true }));
  execFileSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--config', 'bench/floors/vite.config.ts', '--outDir', folder],
    { stdio: 'ignore' },
  );
  const port = await findFreePort();
  const base = `http://localhost:${port}`;
  const floors = await startProcess({
    name: 'floors',
    entry: 'bench/floors/serve-floors.ts',
    env: { PORT: String(port), REACT_SCRIPT: join(folder, 'react.js'), PRODUCT_URL: productUrl },
    readyUrl: `${base}/plain`,
  });
  closing.push(() => floors.stop());
  goFirst(floors.pid);
  return base;
}

async function benchScreen(product: { productUrl: string; sandboxUrl: string; databaseUrl: string; pid: number }) {
  const { productUrl, sandboxUrl, databaseUrl, pid } = product;
  const base = await startFloors(productUrl);
  goFirst(pid);
  await runSql(
    databaseUrl,
    `insert into partners (partner_key, name, allowed_origins, is_merchant, is_floating_rate, theme, theme_settings, created_at)
     values ('pk_bench_frame', 'Bench', '{${base}}', false, true, 'light', '{}', now()) on conflict do nothing`,
  );
  const browser = await launchPhone(chromium);
  closing.push(() => browser.close());
  const urls = {
    ours: productUrl,
    react: `${base}/react`,
    framed: `${base}/framed`,
    framedByScript: `${base}/framed-by-script`,
    framedPlain: `${base}/framed-plain`,
  };
  return [
    ...(await benchFirstTouch(browser, urls)),
    ...(await benchFirstPresses(browser, productUrl)),
    ...(await benchLargestPaints(browser, productUrl, sandboxUrl)),
  ];
}

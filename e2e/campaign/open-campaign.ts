import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import { compareLedgerWithJournal } from '@causeway/testing/compare-ledger-with-journal';
import type { EffectWatch, OutsideWatch } from '@causeway/testing/effect-watch';
import { findFreePort } from '@causeway/testing/free-port';
import { startHttpProxy } from '@causeway/testing/http-proxy';
import { startPostgresProxy } from '@causeway/testing/postgres-proxy';
import { readWalletAddress } from '@causeway/testing/read-wallet-address';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { startSmtpProxy } from '@causeway/testing/smtp-proxy';
import { startProcess } from '@causeway/testing/start-process';
import { eventually } from './eventually.ts';
import { ServerKeeper } from './server-keeper.ts';

/** A product whose every connection to the outside passes the watch. */
export interface Campaign<Watch extends OutsideWatch = EffectWatch> {
  watch: Watch;
  server: ServerKeeper;
  sandbox: SandboxDriver;
  sandboxUrl: string;
  productUrl: string;
  databaseUrl: string;
  /** Another server over the same database, whose connections are not watched. */
  another: ServerKeeper;
  /** One more, over a database that is named. */
  serverOn(databaseUrl: string, settings?: Readonly<Record<string, string>>): Promise<ExtraServer>;
  close(): Promise<void>;
}

/** A server beside the watched one, with its connection. */
export interface ExtraServer {
  server: ServerKeeper;
  productUrl: string;
}

type Closing = (() => Promise<unknown>)[];

/**
 * Starts database, sandbox, proxies and server, and gives the wallet coins for many orders.
 *
 * @param givenUrl a database that the caller maintains, instead of one of its own
 */
export async function openCampaign<Watch extends OutsideWatch>(
  watch: Watch,
  givenUrl?: string,
): Promise<Campaign<Watch>> {
  const closing: Closing = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end().catch(() => {});
  };
  try {
    return { ...(await open(watch, closing, givenUrl)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open<Watch extends OutsideWatch>(
  watch: Watch,
  closing: Closing,
  givenUrl: string | undefined,
): Promise<Omit<Campaign<Watch>, 'close'>> {
  const [product, smtp] = [await findFreePort(), await findFreePort()];
  const [databaseUrl, sandboxUrl] = await Promise.all([
    givenUrl ?? startDatabase(closing),
    startSandbox(closing, product, smtp),
  ]);
  const http = await startHttpProxy(sandboxUrl, watch);
  const postgres = await startPostgresProxy(databaseUrl, watch);
  const mail = await startSmtpProxy(smtp, watch);
  closing.push(
    () => http.close(),
    () => postgres.close(),
    () => mail.close(),
  );
  const watched = { PORT: product, DATABASE_URL: postgres.url, SANDBOX_URL: http.url, SANDBOX_SMTP_PORT: mail.port };
  const server = keepServer('server', watched, closing);
  const direct = { PORT: await findFreePort(), DATABASE_URL: databaseUrl, SANDBOX_URL: sandboxUrl };
  const another = keepServer('another server', { ...direct, SANDBOX_SMTP_PORT: smtp }, closing);
  await server.start();
  const sandbox = new SandboxDriver(sandboxUrl);
  await fundWallets({ DATABASE_URL: databaseUrl, SANDBOX_URL: sandboxUrl }, sandbox, databaseUrl);
  const serverOn: Campaign['serverOn'] = async (url, settings = {}) => {
    const port = await findFreePort();
    const own = { PORT: port, DATABASE_URL: url, SANDBOX_URL: sandboxUrl, SANDBOX_SMTP_PORT: smtp, ...settings };
    return { server: keepServer(`server ${port}`, own, closing), productUrl: `http://localhost:${port}` };
  };
  return {
    watch,
    server,
    another,
    serverOn,
    sandbox,
    sandboxUrl,
    productUrl: `http://localhost:${product}`,
    databaseUrl,
  };
}

function keepServer(
  name: string,
  variables: Readonly<Record<string, string | number>>,
  closing: Closing,
): ServerKeeper {
  const env = {
    ...Object.fromEntries(Object.entries(variables).map(([key, value]) => [key, String(value)])),
    LOG_LEVEL: 'warn',
    RATE_LIMIT: 'off',
    FEATURES: 'biometrics,push_notifications,new_widget_withdrawal',
    // Its tokens cost the load no proof of work.
    CAPTCHA: 'siteverify',
  };
  const readyUrl = `http://localhost:${variables['PORT']}/readyz`;
  const server = new ServerKeeper({ name, entry: 'apps/server/dist/main.js', env, readyUrl });
  closing.push(() => server.stop());
  return server;
}

async function startDatabase(closing: Closing): Promise<string> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-kill-'));
  await chmod(dataDirectory, 0o755);
  closing.push(() => removeEmbeddedPostgres(dataDirectory));
  const database = await startEmbeddedPostgres({ dataDirectory });
  closing.push(() => database.stop());
  return database.url;
}

async function startSandbox(closing: Closing, product: number, smtp: number): Promise<string> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const sandbox = await startProcess({
    name: 'sandbox',
    entry: 'apps/sandbox/dist/main.js',
    env: {
      SANDBOX_PORT: String(port),
      SANDBOX_SMTP_PORT: String(smtp),
      PRODUCT_URL: `http://localhost:${product}`,
      SANDBOX_BLOCK_SECONDS: '0',
    },
    readyUrl: `${url}/control/journal`,
  });
  closing.push(() => sandbox.stop());
  void sandbox.ended.then(({ code, signal }) => {
    if (signal !== 'SIGTERM' && code !== 0)
      process.stderr.write(`The sandbox ended (${signal ?? code}):\n${sandbox.logs()}\n`);
  });
  return url;
}

/** Coins come in before the first order, so that their effects are not counted with an order's. */
async function fundWallets(
  env: Readonly<Record<string, string>>,
  sandbox: SandboxDriver,
  databaseUrl: string,
): Promise<void> {
  const bitcoin = await readWalletAddress('bitcoin', env);
  for (let output = 0; output < 8; output += 1) await sandbox.send('bitcoin', { address: bitcoin, amount: '1' });
  await sandbox.mine('bitcoin', 6);
  const ethereum = await readWalletAddress('ethereum', env);
  await sandbox.send('ethereum', { address: ethereum, asset: 'ETH', amount: '5' });
  await sandbox.send('ethereum', { address: ethereum, asset: 'USDT', amount: '20000' });
  await sandbox.mine('ethereum', 12);
  await eventually('the wallets are funded', async () =>
    (await compareLedgerWithJournal(databaseUrl, sandbox)).length === 0 ? true : undefined,
  );
}

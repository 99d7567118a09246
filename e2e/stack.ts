import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import { findFreePort } from '@causeway/testing/free-port';
import { readWalletAddress } from '@causeway/testing/read-wallet-address';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { startProcess, type StartedProcess } from '@causeway/testing/start-process';

/** The whole product on free ports with a data folder of its own. */
export interface Stack {
  productUrl: string;
  sandboxUrl: string;
  partnerUrl: string;
  databaseUrl: string;
  /** What another process of the product needs to join this one. */
  environment: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

/**
 * Starts database, sandbox, server and partner demo from their builds, and funds the hot wallets.
 * @param settings of the server, on top of the usual ones
 */
export async function startStack(settings: Environment = {}): Promise<Stack> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-e2e-'));
  await chmod(dataDirectory, 0o755);
  const [product, sandbox, smtp, partner] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  // A test's data may be lost with the machine.
  const database = await startEmbeddedPostgres({ dataDirectory: join(dataDirectory, 'database'), fsync: false });
  const env = {
    DATABASE_URL: database.url,
    PORT: String(product),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    PARTNER_DEMO_PORT: String(partner),
    DATA_DIR: dataDirectory,
    PRODUCT_URL: `http://localhost:${product}`,
    PUBLIC_URL: `http://localhost:${product}`,
    SANDBOX_URL: `http://localhost:${sandbox}`,
    PARTNER_DEMO_URL: `http://127.0.0.1:${partner}`,
    SANDBOX_BLOCK_SECONDS: '0',
    LOG_LEVEL: 'warn',
    TERMS_URL: 'https://shop.test/terms',
    PRIVACY_URL: 'https://shop.test/privacy',
    // The proof of work is the page's own, only smaller.
    CAPTCHA_COST: '20',
    ...settings,
  };
  const started: StartedProcess[] = [];
  const stop = async () => {
    for (const process of started.toReversed()) await process.stop();
    await database.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
  try {
    for (const start of [startSandbox, startServer, startPartnerDemo]) started.push(await start(env));
    await fundWallets(env, new SandboxDriver(env.SANDBOX_URL));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    productUrl: env.PUBLIC_URL,
    sandboxUrl: env.SANDBOX_URL,
    partnerUrl: env.PARTNER_DEMO_URL,
    databaseUrl: database.url,
    environment: env,
    stop,
  };
}

async function startSandbox(env: Environment): Promise<StartedProcess> {
  const url = `http://localhost:${env['SANDBOX_PORT']}`;
  const entry = 'apps/sandbox/dist/main.js';
  const sandbox = await startProcess({ name: 'sandbox', entry, env, readyUrl: `${url}/control/journal` });
  // A price that does not move, so that the quoted one can be compared with the paid one.
  await new SandboxDriver(url).setPrice({ asset: 'BTC', eur: '58000', hold: true });
  return sandbox;
}

function startServer(env: Environment): Promise<StartedProcess> {
  const readyUrl = `http://localhost:${env['PORT']}/readyz`;
  return startProcess({ name: 'server', entry: 'apps/server/dist/main.js', env, readyUrl });
}

function startPartnerDemo(env: Environment): Promise<StartedProcess> {
  const readyUrl = `http://127.0.0.1:${env['PARTNER_DEMO_PORT']}/`;
  return startProcess({ name: 'partner demo', entry: 'apps/partner-demo/dist/main.js', env, readyUrl });
}

async function fundWallets(env: Environment, sandbox: SandboxDriver): Promise<void> {
  const [bitcoin, ethereum] = await Promise.all([
    readWalletAddress('bitcoin', env),
    readWalletAddress('ethereum', env),
  ]);
  for (let output = 0; output < 8; output += 1) await sandbox.send('bitcoin', { address: bitcoin, amount: '1' });
  await sandbox.send('ethereum', { address: ethereum, asset: 'ETH', amount: '5' });
  await sandbox.send('ethereum', { address: ethereum, asset: 'USDT', amount: '20000' });
  // Coins are booked once they have enough confirmations.
  await sandbox.mine('bitcoin', 6);
  await sandbox.mine('ethereum', 12);
}

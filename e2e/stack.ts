import { mkdtemp, rm, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@causeway/testing/free-port';
import { SandboxDriver } from '@causeway/testing/sandbox-driver';
import { startProcess, type StartedProcess } from '@causeway/testing/start-process';

/** The whole product on free ports with a data folder of its own. */
export interface Stack {
  productUrl: string;
  sandboxUrl: string;
  partnerUrl: string;
  stop(): Promise<void>;
}

/** Starts sandbox, server and partner demo from their builds, and funds the hot wallet. */
export async function startStack(): Promise<Stack> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-e2e-'));
  await chmod(dataDirectory, 0o755);
  const [product, sandbox, smtp, partner] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const env = {
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
  };
  const started: StartedProcess[] = [];
  const stop = async () => {
    for (const process of started.toReversed()) await process.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  };
  try {
    started.push(
      await startProcess({
        name: 'sandbox',
        entry: 'apps/sandbox/dist/main.js',
        env,
        readyUrl: `http://localhost:${sandbox}/control/journal`,
      }),
    );
    // A price that stands still, so that what was quoted can be compared with what was paid.
    await new SandboxDriver(env.SANDBOX_URL).setPrice({ asset: 'BTC', eur: '58000', hold: true });
    started.push(
      await startProcess({
        name: 'server',
        entry: 'apps/server/dist/main.js',
        env,
        readyUrl: `http://localhost:${product}/readyz`,
      }),
    );
    started.push(
      await startProcess({
        name: 'partner demo',
        entry: 'apps/partner-demo/dist/main.js',
        env,
        readyUrl: `http://127.0.0.1:${partner}/`,
      }),
    );
    await fundWallet(env, new SandboxDriver(env.SANDBOX_URL));
  } catch (error) {
    await stop();
    throw error;
  }
  return { productUrl: env.PUBLIC_URL, sandboxUrl: env.SANDBOX_URL, partnerUrl: env.PARTNER_DEMO_URL, stop };
}

async function fundWallet(env: Readonly<Record<string, string>>, sandbox: SandboxDriver): Promise<void> {
  const cli = await startProcess({
    name: 'wallet address',
    entry: 'apps/server/dist/cli/print-wallet-address.js',
    env,
  });
  await cli.ended;
  for (let output = 0; output < 8; output += 1)
    await sandbox.send('bitcoin', { address: cli.logs().trim(), amount: '1' });
  // The books take coins in once they are confirmed twice.
  await sandbox.mine('bitcoin', 2);
}

import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import { findFreePort } from '@causeway/testing/free-port';
import { startProcess, type StartedProcess } from '@causeway/testing/start-process';
import type { TestProject } from 'vitest/node';

/** What is attacked: two servers over one database, with their budgets on, as an operator runs them. */
export interface AttackStack {
  /** Trusts no forwarding header. */
  direct: string;
  /** Behind one proxy: a caller through the proxy has the IP address that the proxy wrote. */
  behindProxy: string;
  sandbox: string;
  database: string;
  /** Of the server behind the proxy, which the floods hit. */
  pid: number;
}

declare module 'vitest' {
  interface ProvidedContext {
    attackStack: AttackStack;
  }
}

/** Vitest's global set-up: one product for all attacks of the run. */
export default async function openAttackStack(project: TestProject): Promise<() => Promise<void>> {
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.toReversed()) await end().catch(() => {});
  };
  try {
    project.provide('attackStack', await open(closing));
    return close;
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(closing: (() => Promise<unknown>)[]): Promise<AttackStack> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-attack-'));
  await chmod(dataDirectory, 0o755);
  closing.push(() => removeEmbeddedPostgres(dataDirectory));
  const database = await startEmbeddedPostgres({ dataDirectory, fsync: false });
  closing.push(() => database.stop());
  const [sandboxPort, smtp, first, second] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const sandbox = `http://localhost:${sandboxPort}`;
  const keep = (process: StartedProcess) => {
    closing.push(() => process.stop());
    return process;
  };
  const outside = { SANDBOX_PORT: String(sandboxPort), SANDBOX_SMTP_PORT: String(smtp), SANDBOX_BLOCK_SECONDS: '0' };
  keep(
    await startProcess({
      name: 'sandbox',
      entry: 'apps/sandbox/dist/main.js',
      env: { ...outside, PRODUCT_URL: `http://localhost:${first}` },
      readyUrl: `${sandbox}/control/journal`,
      readyWithinMs: 90_000,
    }),
  );
  const server = (port: number, more: Readonly<Record<string, string>>) =>
    startProcess({
      name: `server at ${port}`,
      entry: 'apps/server/dist/main.js',
      env: {
        ...outside,
        ...more,
        SANDBOX_URL: sandbox,
        DATABASE_URL: database.url,
        PORT: String(port),
        PUBLIC_URL: `http://localhost:${first}`,
        LOG_LEVEL: 'fatal',
        // The attacker has as many tokens as needed, without a proof of work.
        CAPTCHA: 'siteverify',
      },
      readyUrl: `http://localhost:${port}/readyz`,
      readyWithinMs: 90_000,
    });
  const direct = keep(await server(first, { TRUSTED_PROXIES: '0' }));
  const behind = keep(await server(second, { TRUSTED_PROXIES: '1', ROLE: 'web' }));
  if (direct.pid < 0) throw new Error('The server has no process.');
  return {
    direct: `http://localhost:${first}`,
    behindProxy: `http://localhost:${second}`,
    sandbox,
    database: database.url,
    pid: behind.pid,
  };
}

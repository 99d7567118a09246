import { findFreePort } from '@causeway/testing/free-port';
import { startProcess } from '@causeway/testing/start-process';
import type { Stack } from './stack.ts';

/** A further server of the product, over the same database. */
export interface AnotherServer {
  url: string;
  stop(): Promise<void>;
}

const shiftClock = new URL('shift-clock.mjs', import.meta.url).href;

/**
 * Starts one with settings of its own, without jobs.
 *
 * @param ahead - minutes by which its clock is ahead of the others
 */
export async function startAnotherServer(
  stack: Stack,
  settings: Readonly<Record<string, string>>,
  ahead = 0,
): Promise<AnotherServer> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const server = await startProcess({
    name: 'another server',
    entry: 'apps/server/dist/main.js',
    env: {
      PORT: String(port),
      PUBLIC_URL: url,
      ROLE: 'web',
      DATABASE_URL: stack.databaseUrl,
      SANDBOX_URL: stack.sandboxUrl,
      PARTNER_DEMO_URL: stack.partnerUrl,
      CAPTCHA_COST: '20',
      LOG_LEVEL: 'warn',
      ...(ahead > 0 && { NODE_OPTIONS: `--import=${shiftClock}`, CLOCK_AHEAD_MINUTES: String(ahead) }),
      ...settings,
    },
    readyUrl: `${url}/readyz`,
  });
  return { url, stop: async () => void (await server.stop()) };
}

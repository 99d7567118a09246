import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@causeway/testing/free-port';
import { startProcess } from '@causeway/testing/start-process';
import type { Row } from './print-rows.ts';

const withinSeconds = 10;

/** How long `npm start` takes when all is built and the data is there already. */
export async function benchSecondStart(): Promise<Row[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-start-'));
  const [port, sandbox, smtp, demo] = await Promise.all([1, 2, 3, 4].map(() => findFreePort()));
  const env = {
    PORT: String(port),
    SANDBOX_PORT: String(sandbox),
    SANDBOX_SMTP_PORT: String(smtp),
    PARTNER_DEMO_PORT: String(demo),
    DATA_DIR: dataDirectory,
  };
  const start = async (): Promise<number> => {
    const began = performance.now();
    const running = await startProcess({
      name: 'npm start',
      entry: 'scripts/start.mjs',
      env,
      readyUrl: `http://localhost:${port}/readyz`,
      readyWithinMs: 120_000,
    });
    const seconds = (performance.now() - began) / 1000;
    await running.stop();
    return seconds;
  };
  try {
    await start();
    const seconds = await start();
    return [
      {
        name: 'second run of npm start',
        value: seconds.toFixed(1),
        unit: 's',
        goal: `within ${withinSeconds} s`,
        isMet: seconds <= withinSeconds,
      },
    ];
  } finally {
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { CleanFile, DocumentCleaner, OpenedFile } from './port.ts';

const secondsMax = 40;
const megabytesMax = 512;
const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

const report = z.object({
  file: z
    .object({ bytes: z.instanceof(Uint8Array), ext: z.enum(['jpg', 'pdf']), pages: z.int().positive() })
    .optional(),
});

/**
 * Cleans each file in a thread of its own, which ends with it: a reader that runs away or breaks takes nothing along.
 * Few run at a time, so that memory does not grow with what is uploaded.
 */
export function createWorkerCleaner({ atOnce }: { atOnce: number }): DocumentCleaner {
  let running = 0;
  const waiting: (() => void)[] = [];
  async function takeTurn(): Promise<void> {
    if (running < atOnce) running += 1;
    else await new Promise<void>((resolve) => void waiting.push(resolve));
  }
  function endTurn(): void {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
  return {
    async clean(open) {
      await takeTurn();
      try {
        const opened = await open();
        return opened && (await runWorker(opened));
      } finally {
        endTurn();
      }
    },
  };
}

async function runWorker(workerData: OpenedFile): Promise<CleanFile | undefined> {
  const worker = new Worker(new URL(`./clean-worker.${ending}`, import.meta.url), {
    workerData,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: megabytesMax },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<CleanFile | undefined>((resolve) => {
      timer = setTimeout(() => resolve(undefined), secondsMax * 1000);
      worker.once('message', (message: unknown) => resolve(report.parse(message).file));
      // A file that breaks its reader is none that we take.
      worker.once('error', () => resolve(undefined));
      worker.once('exit', () => resolve(undefined));
    });
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}

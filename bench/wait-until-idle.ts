import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';

const look = 200;
const busyMost = 0.3;

/** Waits until the machine has little else to do, at most so many milliseconds. */
export async function waitUntilIdle(most: number): Promise<void> {
  for (const deadline = Date.now() + most; Date.now() < deadline;) {
    const before = readTimes();
    await sleep(look);
    const after = readTimes();
    if ((after.busy - before.busy) / (after.all - before.all) <= busyMost) return;
  }
}

function readTimes(): { busy: number; all: number } {
  const times = cpus().map((cpu) => cpu.times);
  const all = times.reduce((sum, { user, nice, sys, idle, irq }) => sum + user + nice + sys + idle + irq, 0);
  return { busy: all - times.reduce((sum, { idle }) => sum + idle, 0), all };
}

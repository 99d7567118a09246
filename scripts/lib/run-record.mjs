import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import { root } from './root.mjs';

const path = () => join(resolve(root, process.env.DATA_DIR || '.causeway'), 'start.pid');

/** The process that runs, or ran and was killed, on this data directory. */
export function readRunRecord() {
  try {
    const pid = Number(readFileSync(path(), 'utf8'));
    return { pid, isAlive: pid !== process.pid && isAlive(pid) };
  } catch {
    return undefined;
  }
}

export function writeRunRecord() {
  mkdirSync(dirname(path()), { recursive: true });
  writeFileSync(path(), `${process.pid}\n`);
}

export function removeRunRecord() {
  rmSync(path(), { force: true });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    // A reused process id would belong to another program than this script.
    return process.platform !== 'linux' || readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('start.mjs');
  } catch {
    return false;
  }
}

import { spawn } from 'node:child_process';

import { type Place, program } from './place.ts';

/** Runs one of PostgreSQL's programs to its end. Its output is in the error when it fails. */
export async function runProgram(
  place: Place,
  name: 'initdb' | 'pg_ctl',
  parameters: readonly string[],
): Promise<void> {
  const child = spawn(program(place.installation, name), [...parameters], {
    ...launchOptions(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  const lines = Buffer.concat(output).toString('utf8').trim().split('\n');
  throw new Error(`${name} failed: ${lines.find((line) => /error|fatal/i.test(line)) ?? lines.at(-1)}`);
}

/** How every program of PostgreSQL is started: own account, a folder it can enter, and none of our environment. */
export function launchOptions(place: Place): {
  cwd: string;
  env: NodeJS.ProcessEnv;
  uid?: number;
  gid?: number;
  windowsHide: true;
} {
  const account = place.user === undefined ? {} : { uid: place.user.uid, gid: place.user.gid };
  return { cwd: place.home, env: cleanEnvironment(), windowsHide: true, ...account };
}

function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  // Windows programs do not start without the last two.
  return { PATH, TZ: 'UTC', LC_ALL: 'C', ...(SystemRoot === undefined ? {} : { SystemRoot, TEMP }) };
}

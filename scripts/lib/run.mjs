import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from './root.mjs';

/** A module that ends its process when the process that started it is gone. */
export const followParent = pathToFileURL(join(root, 'scripts', 'lib', 'follow-parent.mjs')).href;

/** Our own Node and tools come before the machine's. */
export function toolEnvironment(added = {}) {
  const path = `${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`;
  // npm hands its settings to scripts as variables; a second npm would complain about those it does not know.
  const own = Object.entries(process.env).filter(([name]) => !/^npm_config_/i.test(name));
  return { ...Object.fromEntries(own), PATH: path, ...added };
}

/**
 * Runs a command in the repository to its end.
 *
 * @returns its exit code and everything it wrote
 */
export async function run(command, parameters, { env = {}, echo = false, timeoutMs } = {}) {
  const child = spawn(command, parameters, {
    cwd: root,
    env: toolEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
    timeout: timeoutMs,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
      if (echo) process.stdout.write(chunk);
    });
  }
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      output += error.message;
      resolve(127);
    });
    child.once('close', (exit, signal) => resolve(signal === null ? exit : 128));
  });
  return { code, output };
}

/** npm, as the one that runs us when there is one. It ends when we are killed, lest two installations meet. */
export function runNpm(parameters, { env = {}, ...options } = {}) {
  const npm = process.env.npm_execpath;
  const all = { ...options, env: { NODE_OPTIONS: `--import=${followParent}`, ...env } };
  return npm?.endsWith('.js') ? run(process.execPath, [npm, ...parameters], all) : run('npm', parameters, all);
}

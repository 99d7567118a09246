import { existsSync, accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { run } from './run.mjs';
import { Fault, step, tail } from './step.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The programs of the browser tests: the browser, and the shell of it without windows where the machine has one, which
 * shows pages for three quarters of the work.
 */
export async function findBrowsers() {
  const CHROMIUM_PATH = await findChromium();
  const shell = readPath('HEADLESS_SHELL_PATH') ?? search(['chromium-headless-shell']);
  return { CHROMIUM_PATH, ...(shell !== undefined && { HEADLESS_SHELL_PATH: shell }) };
}

/** The browser for the tests: CHROMIUM_PATH, or the machine's; on Debian as root it is installed when missing. */
export async function findChromium() {
  const found = readPath('CHROMIUM_PATH') ?? search(names) ?? (isProgram(macPath) ? macPath : undefined);
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    await step('Installing Chromium with apt-get', installOnDebian);
    const installed = search(names);
    if (installed !== undefined) return installed;
  }
  throw new Fault(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
  );
}

function readPath(setting) {
  const path = process.env[setting] || undefined;
  if (path !== undefined && !isProgram(path)) throw new Fault(`${setting} names no program: ${path}`);
  return path;
}

async function installOnDebian() {
  await run('apt-get', ['update']);
  const { code, output } = await install('chromium');
  if (code !== 0) throw new Fault(`apt-get could not install Chromium:\n${tail(output, 10)}`);
  // Older Debian has no such package: the browser shows all pages then.
  await install('chromium-headless-shell');
}

function install(name) {
  return run('apt-get', ['install', '--yes', '--no-install-recommends', name], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function search(programs) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => programs.map((name) => join(folder, name))).find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

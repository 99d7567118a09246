import { existsSync, accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import { run } from './run.mjs';
import { Fault, step, tail } from './step.mjs';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPath = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The browser for the tests: CHROMIUM_PATH, or the machine's; on Debian as root it is installed when missing. */
export async function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted && isProgram(wanted)) return wanted;
  if (wanted) throw new Fault(`CHROMIUM_PATH names no program: ${wanted}`);
  const found = search();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    await step('Installing Chromium with apt-get', installOnDebian);
    const installed = search();
    if (installed !== undefined) return installed;
  }
  throw new Fault(
    'The browser tests need Chromium: install it (Debian: apt-get install chromium), or name it in CHROMIUM_PATH.',
  );
}

async function installOnDebian() {
  await run('apt-get', ['update']);
  const { code, output } = await run('apt-get', ['install', '--yes', '--no-install-recommends', 'chromium'], {
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (code !== 0) throw new Fault(`apt-get could not install Chromium:\n${tail(output, 10)}`);
}

function search() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return [...folders.flatMap((folder) => names.map((name) => join(folder, name))), macPath].find(isProgram);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

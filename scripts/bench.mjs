import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { buildProject } from './lib/build-project.mjs';
import { findChromium } from './lib/find-chromium.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { root } from './lib/root.mjs';
import { toolEnvironment } from './lib/run.mjs';
import { main } from './lib/step.mjs';

await main(async () => {
  const node = await installPackages();
  await buildProject();
  const CHROMIUM_PATH = await findChromium();
  const child = spawn(node, ['--conditions=source', 'bench/run.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: toolEnvironment({ CHROMIUM_PATH }),
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  process.exitCode = code ?? 1;
});

import { buildProject } from './lib/build-project.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { main } from './lib/step.mjs';

await main(async () => {
  await installPackages();
  await buildProject();
});

import { buildProject } from './lib/build-project.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { main } from './lib/step.mjs';
import { runCampaigns } from './lib/test-parts.mjs';

await main(async () => {
  await installPackages();
  await buildProject();
  const { passed, failed, output } = await runCampaigns(process.argv.includes('--short') ? 'short' : 'full');
  console.log(output);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});

import { buildProject } from './lib/build-project.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { main } from './lib/step.mjs';
import { runCampaigns } from './lib/run-campaigns.mjs';

const help = `npm run campaign            every campaign in its full length: faults, kills, load, attacks and slowed pages; hours
npm run campaign -- --short the short forms, as npm test runs them; minutes`;
const known = ['--short', '--help'];
const unknown = process.argv.slice(2).filter((word) => !known.includes(word));

await main(async () => {
  if (unknown.length > 0 || process.argv.includes('--help')) {
    console.log(unknown.length > 0 ? `There is no ${unknown.join(' ')}.\n${help}` : help);
    process.exitCode = unknown.length > 0 ? 1 : 0;
    return;
  }
  await installPackages();
  await buildProject();
  const { passed, failed, output } = await runCampaigns(process.argv.includes('--short') ? 'short' : 'full');
  console.log(output);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});

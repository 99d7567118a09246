import { installPackages } from './lib/install-packages.mjs';
import { main, tail } from './lib/step.mjs';
import { testParts } from './lib/test-parts.mjs';

const wanted = process.argv.slice(2);

await main(async () => {
  await installPackages();
  const broken = new Set();
  let [passed, failed] = [0, 0];
  for (const part of testParts) {
    if (wanted.length > 0 && !wanted.some((name) => part.name.startsWith(name))) continue;
    const result = broken.has(part.needs)
      ? { passed: 0, failed: 1, output: `not run: ${part.needs} failed` }
      : await timed(part);
    if (result.failed > 0) broken.add(part.name);
    passed += result.passed;
    failed += result.failed;
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});

async function timed(part) {
  console.log(`\n${part.name} ...`);
  const started = Date.now();
  const result = await part
    .work()
    .catch((error) => ({ passed: 0, failed: 1, output: String(error?.message ?? error) }));
  if (result.failed > 0) console.log(tail(result.output, 80).replace(/^/gm, '  '));
  for (const note of result.notes ?? []) console.log(`  ${note}`);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`${part.name}: ${result.passed} passed, ${result.failed} failed in ${seconds} s`);
  return result;
}

import { chooseParts } from './lib/choose-parts.mjs';
import { installPackages } from './lib/install-packages.mjs';
import { main, tail } from './lib/step.mjs';

const wanted = process.argv.slice(2);

await main(async () => {
  const chosen = chooseParts(wanted);
  await installPackages();
  const broken = new Set();
  let [passed, failed] = [0, 0];
  for (const group of groupParts(chosen)) {
    const results = await Promise.all(group.map((part) => (broken.has(part.needs) ? notRun(part) : timed(part))));
    for (const [index, result] of results.entries()) {
      if (result.failed > 0) broken.add(group[index].name);
      passed += result.passed;
      failed += result.failed;
    }
  }
  console.log(`\n${passed} passed, ${failed} failed`);
  process.exitCode = failed === 0 ? 0 : 1;
});

/** Parts that run at the same time, grouped. */
function groupParts(parts) {
  const groups = [];
  for (const part of parts) {
    if (part.isBeside && groups.length > 0) groups.at(-1).push(part);
    else groups.push([part]);
  }
  return groups;
}

async function notRun({ name, needs }) {
  console.log(`\n${name}: not run, as ${needs} failed`);
  return { passed: 0, failed: 1 };
}

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

import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { listFailedFiles, readPlaywrightReport, readVitestReport } from './read-reports.mjs';
import { root } from './root.mjs';
import { run } from './run.mjs';

// Not in test-results: Playwright empties that folder.
const reports = join(root, 'node_modules', '.cache', 'causeway-reports');

/**
 * Files that fail are tried once more, as browser tests are: what passes then is named as flaky, with its fault. A file
 * with a counterexample gets that one again: with another seed it would pass by luck.
 */
export async function vitest(name, parameters, env = {}) {
  const first = await runVitest(name, parameters, env);
  if (first.failedFiles.length === 0) return first;
  const seconds = [];
  for (const seed of new Set(first.failedFiles.map((file) => file.seed))) {
    const names = first.failedFiles.filter((file) => file.seed === seed).map((file) => file.name);
    const again = { ...env, ...(seed !== undefined && { SEED: seed }) };
    seconds.push(await runVitest(`${name}-again`, [...parameters, ...names], again));
  }
  const second = sum(seconds);
  const counted = first.failedFiles.reduce((count, file) => count + file.passed, 0);
  return {
    passed: first.passed - counted + second.passed,
    failed: second.failed,
    output: `${first.output}\n${second.output}`,
    notes: nameFlaky(
      first.failedFiles,
      seconds.flatMap(({ failedFiles }) => failedFiles),
    ),
  };
}

function nameFlaky(before, after) {
  const stillFailed = new Set(after.map(({ name }) => name));
  return before
    .filter(({ name }) => !stillFailed.has(name))
    .flatMap(({ name, reasons }) =>
      reasons.map((reason) => `flaky, passed at its second try: ${relative(root, name)} ${reason}`),
    );
}

async function runVitest(name, parameters, env) {
  const report = join(reports, `${name}.json`);
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { code, output } = await run('vitest', ['run', '--passWithNoTests', ...reporters, ...parameters], {
    env: { NO_COLOR: '1', ...env },
  });
  return { ...readVitestReport(report, code), output, failedFiles: code === 0 ? [] : listFailedFiles(report) };
}

export async function playwright(config, env, files = []) {
  const report = join(reports, `${config.replaceAll('/', '-')}.json`);
  rmSync(report, { force: true });
  const { code, output } = await run('playwright', ['test', '--config', config, '--reporter=list,json', ...files], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, NO_COLOR: '1' },
  });
  return { ...readPlaywrightReport(report, code), output };
}

/** The output of failed parts; of all parts when none failed. */
export function sum(results) {
  const failed = results.filter((result) => result.failed > 0);
  const total = (name) => results.reduce((count, result) => count + result[name], 0);
  const shown = failed.length > 0 ? failed : results;
  return {
    passed: total('passed'),
    failed: total('failed'),
    output: shown.map(({ output }) => output).join('\n'),
    notes: results.flatMap(({ notes = [] }) => notes),
  };
}

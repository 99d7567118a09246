import { existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** Counts of a vitest JSON report. A file that could not even be loaded counts as one failure. */
export function readVitestReport(path, code) {
  if (!existsSync(path)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const broken = report.testResults.filter((file) => isFailed(file) && file.assertionResults.length === 0).length;
  return atLeastOneFailure({ passed: report.numPassedTests, failed: report.numFailedTests + broken }, code);
}

/** More failed files than these are no matter of the machine. */
const fewFiles = 4;

/** The failed files of a vitest JSON report, where they are few: each with what failed in it first, and its seed. */
export function listFailedFiles(path) {
  if (!existsSync(path)) return [];
  const failed = JSON.parse(readFileSync(path, 'utf8')).testResults.filter(isFailed);
  if (failed.length > fewFiles) return [];
  return failed.map(({ name, message, assertionResults }) => {
    const tests = assertionResults.filter(isFailed);
    const reasons = tests.map(({ fullName, failureMessages }) => `${fullName}: ${beforeStack(failureMessages[0])}`);
    const passed = assertionResults.filter(({ status }) => status === 'passed').length;
    const said = tests.length > 0 ? reasons : [beforeStack(message)];
    return { name, passed, reasons: said, seed: /\{ seed: (-?\d+), path: /.exec(said.join('\n'))?.[1] };
  });
}

function isFailed({ status }) {
  return status === 'failed';
}

/** All of a message, as the output of a program that did not come up is in it; the last of it where it is long. */
function beforeStack(text = '') {
  const lines = text.split('\n');
  const stack = lines.findIndex((line) => /^\s+at /.test(line));
  return lines
    .slice(0, stack === -1 ? undefined : stack)
    .join('\n    ')
    .slice(-4000);
}

function firstLine(text = '') {
  return text.split('\n', 1)[0].slice(0, 300);
}

/**
 * Counts of a Playwright JSON report. A test that passed only at a later try counts as passed and is named flaky, with
 * what failed in it first.
 */
export function readPlaywrightReport(path, code) {
  if (!existsSync(path)) return { passed: 0, failed: 1 };
  const { stats, errors, suites = [] } = JSON.parse(readFileSync(path, 'utf8'));
  const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length };
  const notes = listFlaky(suites).map((fault) => `flaky, passed at a later try: ${fault}`);
  return { ...atLeastOneFailure(counts, code), notes };
}

function listFlaky(suites) {
  return suites.flatMap(({ suites: inner = [], specs = [], file }) => [
    ...listFlaky(inner),
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === 'flaky'))
      .map(({ title, tests }) => `${file} ${title}: ${firstError(tests)}`),
  ]);
}

function firstError(tests) {
  const errors = tests.flatMap(({ results }) => results.flatMap((tried) => tried.errors));
  // The report has the colours of a terminal, and ends a line where a locator or a value begins.
  return firstLine(stripVTControlCharacters(errors.at(0)?.message ?? '').replaceAll(/\s+/g, ' '));
}

function atLeastOneFailure(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

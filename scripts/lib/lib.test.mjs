import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { chooseParts } from './choose-parts.mjs';
import { formatLine } from './format-line.mjs';
import { readPorts, requireFree } from './ports.mjs';
import { listFailedFiles, readPlaywrightReport, readVitestReport } from './read-reports.mjs';
import { slowTests } from './slow-tests.mjs';

describe('the parts of npm test', () => {
  const names = (...parameters) => chooseParts(parameters).map(({ name }) => name);
  test('all of them without a parameter', () => {
    expect(names()).toContain('format');
    expect(names()).toContain('attacks, short');
  });
  test('the beginnings of their names choose', () => {
    expect(names('types', 'browser')).toEqual(['types', 'browser tests']);
  });
  test.each(slowTests)('--quick leaves out %s, which is there', (path) => expect(existsSync(path)).toBe(true));
  test('--quick leaves the campaigns and attacks out', () => {
    const all = names();
    expect(names('--quick')).toEqual(all.filter((name) => !name.endsWith(', short')));
  });
  test.each([['--fast'], ['unti'], ['types', 'nothing'], ['--quick', 'types']])(
    'a parameter that chooses nothing is refused: %s %s',
    (...parameters) => {
      expect(() => names(...parameters)).toThrow('npm test takes --quick alone, or beginnings of: format, lint');
    },
  );
});

describe('ports', () => {
  test('unset and empty variables take their defaults', () => {
    expect(readPorts({ PORT: '' })).toEqual({
      PORT: 4000,
      SANDBOX_PORT: 4001,
      PARTNER_DEMO_PORT: 4002,
      SANDBOX_SMTP_PORT: 4025,
    });
  });

  test.each(['abc', '0', '65536', '-1', '4000.5', '1e3', ' 80'])('%j is refused in one line', (PORT) => {
    expect(() => readPorts({ PORT })).toThrow('PORT must be a whole number from 1 to 65535');
  });

  test('two programs on one port are refused', () => {
    expect(() => readPorts({ PORT: '4001' })).toThrow('PORT and SANDBOX_PORT are both 4001');
  });

  test('a taken port is named with the variable that moves it', async () => {
    const squatter = createServer();
    await new Promise((resolve) => squatter.listen(0, '127.0.0.1', resolve));
    const { port } = squatter.address();
    await expect(requireFree({ PORT: port }, 0)).rejects.toThrow(
      `The port ${port} is taken. Stop what uses it, or set PORT`,
    );
    await new Promise((resolve) => squatter.close(resolve));
    await requireFree({ PORT: port }, 0);
  });
});

test('structured log lines are read by people, others are left alone', () => {
  expect(formatLine('{"level":40,"time":1,"msg":"slow","ms":7}')).toBe('warning: slow ms=7');
  expect(formatLine('{"level":"info","msg":"serving","port":1}')).toBe('serving port=1');
  expect(formatLine('{not json')).toBe('{not json');
  expect(formatLine('plain')).toBe('plain');
});

describe('counting test reports', () => {
  const write = (report) => {
    const path = join(mkdtempSync(join(tmpdir(), 'causeway-report-')), 'report.json');
    writeFileSync(path, JSON.stringify(report));
    return path;
  };

  test('a vitest file that could not be loaded counts as a failure', () => {
    const path = write({
      numPassedTests: 3,
      numFailedTests: 1,
      testResults: [
        { status: 'failed', assertionResults: [] },
        { status: 'failed', assertionResults: [{}] },
      ],
    });
    expect(readVitestReport(path, 1)).toEqual({ passed: 3, failed: 2 });
  });

  test('a run that fails without a failed test, or writes no report, counts as a failure', () => {
    expect(readVitestReport(write({ numPassedTests: 3, numFailedTests: 0, testResults: [] }), 1)).toEqual({
      passed: 3,
      failed: 1,
    });
    expect(readVitestReport('nowhere.json', 1)).toEqual({ passed: 0, failed: 1 });
    expect(readPlaywrightReport('nowhere.json', 0)).toEqual({ passed: 0, failed: 1 });
  });

  test('few failed files of vitest are listed with what failed, as they are tried again; many are not', () => {
    const failed = { status: 'failed', fullName: 'it adds', failureMessages: ['expected 1 to be 2\n  at a.ts'] };
    const file = (name) => ({ name, status: 'failed', assertionResults: [failed, { status: 'passed' }] });
    const unloaded = {
      name: 'b.test.ts',
      status: 'failed',
      message: 'no such module\nb\n    at b.ts',
      assertionResults: [],
    };
    const counterexample = {
      name: 'c.test.ts',
      status: 'failed',
      message: 'failed\n{ seed: -7, path: "3", x',
      assertionResults: [],
    };
    const passed = { status: 'passed', assertionResults: [] };
    const path = write({ testResults: [file('a.test.ts'), unloaded, counterexample, passed] });
    expect(listFailedFiles(path)).toEqual([
      { name: 'a.test.ts', passed: 1, reasons: ['it adds: expected 1 to be 2'] },
      { name: 'b.test.ts', passed: 0, reasons: ['no such module\n    b'] },
      { name: 'c.test.ts', passed: 0, reasons: ['failed\n    { seed: -7, path: "3", x'], seed: '-7' },
    ]);
    expect(listFailedFiles(write({ testResults: ['a', 'b', 'c', 'd', 'e'].map(file) }))).toEqual([]);
    expect(listFailedFiles('nowhere.json')).toEqual([]);
  });

  test('a flaky browser test passed, and is named', () => {
    const results = [{ errors: [{ message: '\u001B[31mexpected\u001B[39m\n  here' }] }, { errors: [] }];
    const specs = ['expected', 'flaky'].map((status) => ({ title: `is ${status}`, tests: [{ status, results }] }));
    const path = write({
      stats: { expected: 4, flaky: 1, unexpected: 2, skipped: 0 },
      errors: [],
      suites: [{ file: 'a.test.ts', suites: [{ file: 'a.test.ts', specs }] }],
    });
    const notes = ['flaky, passed at a later try: a.test.ts is flaky: expected here'];
    expect(readPlaywrightReport(path, 1)).toEqual({ passed: 5, failed: 2, notes });
  });
});

test.each([
  ['--help', 0, /^npm run campaign /],
  ['--hlep', 1, /^There is no --hlep\.\nnpm run campaign /],
])('npm run campaign -- %s starts nothing and prints its help', (word, code, said) => {
  const path = join(import.meta.dirname, '..', 'campaign.mjs');
  const { status, stdout } = spawnSync(process.execPath, [path, word], { encoding: 'utf8', timeout: 20_000 });
  expect(status).toBe(code);
  expect(stdout).toMatch(said);
});

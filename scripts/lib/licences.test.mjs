import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareLicences, listPackages } from './bundled-licences.mjs';
import { licences } from './licences-plugin.mjs';

const text = `MIT License\n\nCopyright (c) one of many\n\n${'Permission is granted. '.repeat(20)}`;
let root;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'causeway-licences-'));
  for (const [name, licence] of [
    ['good', text],
    ['@scope/good', text],
    ['bare', undefined],
    ['blank', ' \n'],
  ]) {
    mkdirSync(join(root, 'node_modules', name), { recursive: true });
    if (licence !== undefined) writeFileSync(join(root, 'node_modules', name, 'LICENSE.md'), licence);
  }
});

afterAll(() => rmSync(root, { recursive: true }));

/** A build of modules of these packages, and of a worker. */
function build({ modules = [], worker = [], ...options }) {
  const { plugin, workerPlugin } = licences({ root, ...options });
  const files = {};
  const chunk = (names) => ({
    'a.js': {
      type: 'chunk',
      moduleIds: ['/src/own.ts', ...names.map((name) => `${root}/node_modules/${name}/index.js`)],
    },
  });
  const emitter = { emitFile: ({ fileName, source }) => (files[fileName] = source) };
  workerPlugin.generateBundle.call(emitter, {}, chunk(worker));
  plugin.generateBundle.call(emitter, {}, chunk(modules));
  return files;
}

describe('licences of what is built in', () => {
  test('each package is named once with its text, of workers and of what is no module too', () => {
    const files = build({ modules: ['good', 'good'], worker: ['@scope/good'], apart: { 'OFL.txt': 'good' } });
    expect(compareLicences(['good', '@scope/good'], files['licences.txt'])).toEqual([]);
    expect(files['licences.txt'].match(/^good$/gm)).toHaveLength(1);
    expect(files['OFL.txt']).toBe(text.trim());
    expect(compareLicences(['good'], build({ unseen: ['good'] })['licences.txt'])).toEqual([]);
  });
  test.each([
    ['a module', { modules: ['bare'] }],
    ['a module whose licence is blank', { modules: ['blank'] }],
    ['a worker', { worker: ['bare'] }],
    ['what is no module', { unseen: ['bare'] }],
  ])('a package without a licence breaks the build: %s', (_name, options) =>
    expect(() => build(options)).toThrow(/comes without its licence/),
  );
});

describe('what the check of the built files reads', () => {
  test('packages of others that are imported, whatever of them, and no type', () => {
    const source = [
      "import type { Plugin } from 'types-only';",
      "import { a } from '@scope/good/part.js';",
      "import {\n  b,\n} from 'good';",
      "export { c } from 'good/other';",
      "const late = () => import('late');",
      "import 'font/index.css';",
      "import { d } from './own.ts';",
      "import { e } from '@causeway/domain/e';",
      "import { f } from 'node:fs';",
      "import icons from 'virtual:icons';",
    ].join('\n');
    expect(listPackages([source])).toEqual(['@scope/good', 'font', 'good', 'late']);
  });
  test('a package that is not named, and one without a text, are faults', () => {
    const notices = `good\n----\n${text}\n\nempty\n-----\nLicense: MIT\n`;
    expect(compareLicences(['good', 'empty', 'other'], notices)).toEqual([
      'the licence of empty is empty',
      'other is built in without its licence',
    ]);
  });
});

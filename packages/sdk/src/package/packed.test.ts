import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'causeway-packed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Both packages as a partner installs them: packed, and unpacked into a folder of modules. */
const names = ['sdk', 'bridge'] as const;
execFileSync(
  'npm',
  ['pack', '--silent', '--pack-destination', folder, ...names.map((name) => `--workspace=packages/${name}`)],
  {
    cwd: root,
  },
);
const archive = (name: string) => join(folder, `causeway-${name}-0.1.0.tgz`);
const placeOf = (name: string) => join(folder, 'node_modules/@causeway', name);
for (const name of names) {
  mkdirSync(placeOf(name), { recursive: true });
  execFileSync('tar', ['xzf', archive(name), '-C', placeOf(name), '--strip-components=1']);
}

const filesOf = (name: string) =>
  readdirSync(placeOf(name), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(placeOf(name).length + 1));

describe.each(names)('P12 the package %s', (name) => {
  test('has what a partner needs, and no test, no map, no map’s address', () => {
    const files = filesOf(name);
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']));
    expect(files.filter((file) => /test|\.map$|tsbuildinfo|^src/.test(file))).toEqual([]);
    for (const file of files)
      expect(readFileSync(join(placeOf(name), file), 'utf8'), file).not.toMatch(/sourceMappingURL=\S+\.map/);
    const manifest: { private?: boolean } = JSON.parse(readFileSync(join(placeOf(name), 'package.json'), 'utf8'));
    expect(manifest.private).toBeUndefined();
  });

  test('its README leads to no file that is not in it', () => {
    const readme = readFileSync(join(placeOf(name), 'README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\((?!https?:|#)([^)]+)\)/g)].map(([, link]) => link);
    expect(links.filter((link) => !filesOf(name).includes(link ?? ''))).toEqual([]);
  });

  test('publint finds nothing', async () => {
    const { messages, pkg } = await publint({ pkgDir: placeOf(name), pack: false, strict: true });
    // The condition `source` is asked for by our own builds alone.
    const found = messages.filter(({ path }) => !path.includes('source'));
    expect(found.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });
});

describe('P1 a server component may render the widget', () => {
  test('the entry for React is one of the browser', () => {
    expect(readFileSync(join(placeOf('sdk'), 'dist/react.js'), 'utf8')).toMatch(/^"use client";/);
    expect(readFileSync(join(placeOf('sdk'), 'dist/index.js'), 'utf8')).not.toContain('use client');
  });
});

describe('P11 types are found', () => {
  test('however a compiler resolves modules', async () => {
    const data = createPackageFromTarballData(new Uint8Array(readFileSync(archive('sdk'))));
    const analysis = await checkPackage(data, { excludeEntrypoints: ['./causeway.js'] });
    if (!analysis.types) throw new Error('The package has no types.');
    // The package has ES modules only: Node requires them from version 20.19.
    const problems = analysis.problems.filter(({ kind }) => kind !== 'CJSResolvesToESM');
    expect(problems).toEqual([]);
  }, 120_000);

  const older = createRequire(createRequire(import.meta.url).resolve('@arethetypeswrong/core')).resolve('typescript');

  test.each([
    ['node10', 'esnext', older],
    ['bundler', 'esnext', older],
    ['nodenext', 'nodenext', older],
    ['bundler', 'esnext', undefined],
  ])(
    'P10 and hold what a page writes: %s, %s',
    (moduleResolution, module, compiler) => {
      writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
      writeFileSync(join(folder, 'page.ts'), page);
      const options = {
        module,
        moduleResolution,
        strict: true,
        noEmit: true,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
        skipLibCheck: false,
      };
      writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['page.ts'] }));
      const tsc = join(
        dirname(compiler ?? createRequire(import.meta.url).resolve('typescript/package.json')),
        compiler === undefined ? 'bin/tsc' : 'tsc.js',
      );
      expect(run(tsc)).toEqual(
        [
          "orderStatus === 'finshed'",
          "order.status === 'finshed'",
          "addEventListener('change-order', ({ detail }) => detail.orderStatus === 'finshed')",
        ].map((code) => lineOf(code)),
      );
    },
    120_000,
  );
});

/** The lines of the page that the compiler refuses. */
function run(tsc: string): number[] {
  try {
    execFileSync(process.execPath, [tsc, '-p', '.'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    const output = String(Reflect.get(Object(error), 'stdout'));
    const lines = [...output.matchAll(/^(\S+)\((\d+),\d+\): error (.*)$/gm)];
    expect(lines.filter(([, file]) => file !== 'page.ts').map(([line]) => line)).toEqual([]);
    return lines.map(([, , line]) => Number(line));
  }
}

const page = `import { mount, type CausewayOptions, type OrderStatus } from '@causeway/sdk';
import '@causeway/sdk/element';
import { verifyWebhook, type WebhookEvent } from '@causeway/sdk/server';

const options: CausewayOptions = { origin: 'https://pay.example', partnerKey: 'pk_shop', flags: ['hideCoupon'] };
const isDone: OrderStatus = 'finished';
mount('#pay', options).on('change-order', ({ orderStatus }) => orderStatus === isDone);
mount('#pay', options).on('change-order', ({ orderStatus }) => orderStatus === 'finshed');
export const check = ({ order }: WebhookEvent) => order.status === 'finished';
export const wrong = ({ order }: WebhookEvent) => order.status === 'finshed';
const element = document.querySelector('causeway-widget');
element?.addEventListener('change-order', ({ detail }) => detail.orderStatus === 'finished');
element?.addEventListener('change-order', ({ detail }) => detail.orderStatus === 'finshed');
element?.addEventListener('click', (event: Event) => event.preventDefault());
element?.widget?.send('reset', {});
void verifyWebhook;
`;

const lineOf = (code: string) => page.split('\n').findIndex((line) => line.includes(code)) + 1;

import { readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { build, minify } from 'vite';
import { criticalCss } from '../src/styles/critical-css.ts';
import { precompress } from './precompress.ts';
import { readManifest } from './read-manifest.ts';

const root = new URL('..', import.meta.url);
const browser = new URL('dist/browser/', root);
const isWatching = process.argv.includes('--watch');

/**
 * The part of the entry's styles that the page carries, and the script that runs before the application, as files that
 * the server inlines; beside them the worker that shows push messages, which no page loads.
 */
async function writeInlined(): Promise<void> {
  const { css } = await readManifest(browser);
  const styles = await Promise.all(css.map((file) => readFile(new URL(file, browser), 'utf8')));
  await writeFile(new URL('critical.css', browser), criticalCss(styles.join('')));
  for (const name of ['pre-hydration.js', 'push-worker.js']) {
    const source = await readFile(new URL(`src/${name}`, root), 'utf8');
    const { code } = await minify(name, source, { mangle: { toplevel: true }, compress: true });
    await writeFile(new URL(name, browser), code.trim());
  }
}

/** Sizes of what the first screen loads, in brotli bytes. */
async function printSizes(): Promise<void> {
  const { file } = await readManifest(browser);
  for (const [label, path] of [
    ['first-screen script', file],
    ['inlined styles', 'critical.css'],
    ['pre-hydration script', 'pre-hydration.js'],
  ] as const) {
    const size = brotliCompressSync(await readFile(new URL(path, browser))).length;
    console.log(`${label.padEnd(22)}${(size / 1000).toFixed(2).padStart(7)} kB`);
  }
}

/**
 * The bundler may put what the entry shares with late chunks into files of their own, by the least change of what they
 * import. Each such file costs the first screen a round trip and the shared compression.
 *
 * @throws Error that names them
 */
async function refuseSplitEntry(): Promise<void> {
  const { imports } = await readManifest(browser);
  const split = imports.filter((name) => !name.startsWith('_rolldown-runtime-'));
  if (split.length === 0) return;
  throw new Error(
    `The script of the first screen is split: ${split.join(', ')}. Find the import of a late chunk that caused it ` +
      '(something of `app/` that only the entry used before) and do without it there.',
  );
}

const common = { root: root.pathname, logLevel: 'warn' } as const;
const watch = isWatching ? { build: { watch: {} } } : {};
const inlined = {
  name: 'write-inlined',
  closeBundle: async () => {
    if (!isWatching) await refuseSplitEntry();
    await writeInlined();
    if (!isWatching) await precompress(new URL('assets/', browser));
    await printSizes();
  },
};

await build({ ...common, ...watch, mode: 'production', plugins: [inlined] });
await build({ ...common, ...watch, mode: 'prerender' });

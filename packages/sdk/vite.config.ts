import { createHash } from 'node:crypto';
import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { minify, type MinifyOptions } from 'terser';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;
/** What the first script may fetch later. */
const parts = ['qr', 'doctor', 'more'] as const;
const budget = 3072;

const read = (name: string) => readFileSync(`${root}/dist/${name}.js`);
const hashOf = (name: string, kind = 'sha384') => `${kind}-${createHash(kind).update(read(name)).digest('base64')}`;

/** Writes the hashes that a page pins, and prints what it downloads, since that is a budget: 3 kB. */
const finish: Plugin = {
  name: 'finish',
  async closeBundle() {
    // Once more: in the one function that holds all now, other names are the frequent ones.
    const { code } = await minify(read('causeway').toString(), terserOptions);
    writeFileSync(`${root}/dist/causeway.js`, code ?? '');
    const names = ['causeway', ...parts.map((part) => `causeway-${part}`)];
    const hashes = Object.fromEntries(names.map((name) => [`${name}.js`, hashOf(name)]));
    writeFileSync(`${root}/dist/integrity.json`, `${JSON.stringify(hashes, undefined, 2)}\n`);
    for (const name of names) {
      const bytes = brotliCompressSync(read(name)).length;
      console.log(`dist/${name}.js: ${bytes} bytes with brotli${name === 'causeway' ? `, budget ${budget}` : ''}`);
      if (name === 'causeway' && bytes > budget)
        throw new Error(`dist/causeway.js is over its budget of ${budget} bytes. Move something into a part.`);
    }
    console.log(`integrity="${hashes['causeway.js']}"`);
  },
};

/** Terser leaves 80 bytes less of the first script than what Vite has by itself. */
const compress = { passes: 6, unsafe: true, unsafe_arrows: true };
const terserOptions: MinifyOptions = { ecma: 2020, toplevel: true, compress };

const noticesFile = `${root}/dist/THIRD-PARTY-NOTICES.txt`;

/** Writes the licences of what a build takes in beside it; the first build begins the file. */
const notices = (isFirst: boolean): Plugin => ({
  name: 'notices',
  generateBundle(_options, bundle) {
    if (isFirst) rmSync(noticesFile, { force: true });
    const ids = Object.values(bundle).flatMap((output) => (output.type === 'chunk' ? output.moduleIds : []));
    const packages = new Set(
      ids.flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(id)?.slice(1) ?? []),
    );
    for (const folder of packages) {
      const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
      if (file === undefined) throw new Error(`${folder} comes without its licence: it cannot be given away.`);
      const text = `${folder.slice(folder.lastIndexOf('node_modules/') + 13)}\n\n${readFileSync(`${folder}/${file}`, 'utf8')}\n`;
      const known = readdirSync(`${root}/dist`).includes('THIRD-PARTY-NOTICES.txt')
        ? readFileSync(noticesFile, 'utf8')
        : '';
      if (!known.includes(text)) appendFileSync(noticesFile, text);
    }
  },
});

/** One script for a script tag, all in it. */
const script = (entry: string, file: string) => ({
  minify: 'terser' as const,
  terserOptions,
  lib: {
    entry: `${root}/src/${entry}.ts`,
    formats: ['iife' as const],
    name: 'CausewayScript',
    fileName: () => `${file}.js`,
  },
});

/** The modules for package managers; React is the page's own. */
const modules = {
  minify: false,
  lib: {
    entry: {
      index: `${root}/src/index.ts`,
      react: `${root}/src/react.tsx`,
      element: `${root}/src/element.ts`,
      server: `${root}/src/server/index.ts`,
    },
    formats: ['es' as const],
  },
};

/** The builds, one for each mode: the modules; then the scripts, each after those whose hashes it knows. */
export default defineConfig(({ mode }) => {
  const part = parts.find((name) => name === mode);
  const shape = part
    ? script(`script-${part}`, `causeway-${part}`)
    : mode === 'script'
      ? script('script', 'causeway')
      : modules;
  const known = { more: ['qr', 'doctor'], script: ['more'] }[mode] ?? [];
  const define: Record<string, string> = {};
  // The shorter hash: this one is part of the first script.
  for (const name of known) define[`${name.toUpperCase()}_HASH`] = JSON.stringify(hashOf(`causeway-${name}`, 'sha256'));
  return {
    root,
    resolve: { conditions: ['source'] },
    define,
    plugins: [notices(part === undefined && mode !== 'script'), ...(mode === 'script' ? [finish] : [])],
    build: {
      target: 'es2022',
      emptyOutDir: false,
      copyPublicDir: false,
      reportCompressedSize: false,
      ...shape,
      rolldownOptions: {
        external: ['react', 'react/jsx-runtime'],
        // A server component may render it: the bundler leaves no directive of the source.
        ...(shape === modules && { output: { banner: ({ name }) => (name === 'react' ? '"use client";' : '') } }),
      },
    },
  };
});

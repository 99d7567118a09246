import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** Prints what a partner's page downloads, since that is a budget: 3 kB. */
const printSize: Plugin = {
  name: 'print-size',
  closeBundle() {
    const bytes = brotliCompressSync(readFileSync(`${root}/dist/causeway.js`)).length;
    console.log(`dist/causeway.js: ${bytes} bytes with brotli, budget 3072`);
    if (bytes > 3072) throw new Error('dist/causeway.js is over its budget of 3072 bytes. Take something out of it.');
  },
};

/** Two builds: the modules for package managers, and with `--mode script` the one file for a script tag. */
export default defineConfig(({ mode }) => ({
  root,
  resolve: { conditions: ['source'] },
  plugins: mode === 'script' ? [printSize] : [],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    copyPublicDir: false,
    reportCompressedSize: false,
    minify: mode === 'script',
    lib:
      mode === 'script'
        ? { entry: `${root}/src/script.ts`, formats: ['iife'], name: 'CausewayScript', fileName: () => 'causeway.js' }
        : {
            entry: { index: `${root}/src/index.ts`, react: `${root}/src/react.tsx`, element: `${root}/src/element.ts` },
            formats: ['es'],
          },
    rolldownOptions: { external: ['react', 'react/jsx-runtime'] },
  },
}));

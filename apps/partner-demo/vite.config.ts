import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licences } from '../../scripts/lib/licences-plugin.mjs';
import react from '@vitejs/plugin-react';
import { defineConfig, type BuildEnvironmentOptions, type Plugin } from 'vite';

const root = import.meta.dirname;
const client = join(root, 'src/client');

/** Puts the published script beside the pages, as a partner would who hosts it, and the sources that the pages show. */
const publishedFiles: Plugin = {
  name: 'published-files',
  generateBundle() {
    const script = fileURLToPath(import.meta.resolve('@causeway/sdk/causeway.js'));
    for (const fileName of ['causeway.js', 'causeway-more.js', 'causeway-qr.js', 'causeway-doctor.js'])
      this.emitFile({ type: 'asset', fileName, source: readFileSync(join(script, '..', fileName)) });
    for (const file of [
      'client/module.ts',
      'client/react.tsx',
      'client/session.ts',
      'mint-token.ts',
      'receive-webhook.ts',
      'native-shell/simulated-shell.ts',
    ])
      this.emitFile({
        type: 'asset',
        fileName: `shown/${basename(file)}`,
        source: readFileSync(join(root, 'src', file)),
      });
  },
};

/** The published script is built beside us, with the QR code of another package in it. */
const notices = licences({ root, unseen: ['@fontsource-variable/geologica', 'uqr'] });

/** Names are fixed, since the server writes the pages. */
const pages: BuildEnvironmentOptions = {
  outDir: 'dist/client',
  assetsInlineLimit: 0,
  cssCodeSplit: false,
  reportCompressedSize: false,
  rolldownOptions: {
    input: {
      'script-tag': join(client, 'script-tag.ts'),
      module: join(client, 'module.ts'),
      react: join(client, 'react.tsx'),
      session: join(client, 'session.ts'),
      notices: join(client, 'notices.ts'),
    },
    output: {
      entryFileNames: '[name].js',
      chunkFileNames: '[name]-[hash].js',
      assetFileNames: (asset) => (asset.names[0]?.endsWith('.css') ? 'shop.css' : '[name]-[hash][extname]'),
    },
  },
};

const server: BuildEnvironmentOptions = {
  outDir: 'dist',
  emptyOutDir: false,
  target: 'node20',
};

/** One plain script, because it runs before all others of a page. */
const nativeShell: BuildEnvironmentOptions = {
  outDir: 'dist/client',
  emptyOutDir: false,
  reportCompressedSize: false,
  rolldownOptions: {
    input: join(root, 'src/native-shell/simulated-shell.ts'),
    output: { format: 'iife', entryFileNames: 'native-shell.js' },
  },
};

/**
 * Three builds: the pages, the simulated app (`--mode native-shell`), and with `--ssr` the process that serves them.
 */
export default defineConfig(({ isSsrBuild, mode }) => ({
  root,
  base: '/assets/',
  plugins: isSsrBuild || mode === 'native-shell' ? [] : [react(), publishedFiles, notices.plugin],
  build: isSsrBuild ? server : mode === 'native-shell' ? nativeShell : pages,
}));

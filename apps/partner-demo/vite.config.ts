import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const root = import.meta.dirname;

/** Puts the published script beside the pages, as a partner would who hosts it himself. */
const publishedScript: Plugin = {
  name: 'published-script',
  generateBundle() {
    const file = fileURLToPath(import.meta.resolve('@causeway/sdk/causeway.js'));
    this.emitFile({ type: 'asset', fileName: 'causeway.js', source: readFileSync(file) });
  },
};

/** Names are fixed, since the server writes the pages. */
export default defineConfig({
  root,
  base: '/assets/',
  plugins: [react(), publishedScript],
  build: {
    outDir: 'dist/client',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        'script-tag': `${root}/src/client/script-tag.ts`,
        module: `${root}/src/client/module.ts`,
        react: `${root}/src/client/react.tsx`,
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        assetFileNames: (asset) => (asset.names[0]?.endsWith('.css') ? 'shop.css' : '[name]-[hash][extname]'),
      },
    },
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { licences } from '../../scripts/lib/licences-plugin.mjs';

const root = import.meta.dirname;

/** One page, which the server serves at its own address: the widget on it is the one of that server. */
export default defineConfig({
  root,
  base: '/playground/',
  plugins: [react(), licences({ root, unseen: ['@fontsource-variable/geologica'] }).plugin],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: { outDir: 'dist/page', emptyOutDir: true, assetsInlineLimit: 0, reportCompressedSize: false },
});

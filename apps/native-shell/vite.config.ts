import { defineConfig } from 'vite';
import { licences } from '../../scripts/lib/licences-plugin.mjs';

/** The web part of the app: one page that opens the product and answers its calls. */
export default defineConfig({
  plugins: [licences({ root: import.meta.dirname }).plugin],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: { outDir: 'dist/web', emptyOutDir: true, target: ['chrome123', 'safari17.5'], reportCompressedSize: false },
});

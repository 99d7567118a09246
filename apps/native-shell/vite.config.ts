import { defineConfig } from 'vite';

/** The web part of the app: one page that opens the product and answers its calls. */
export default defineConfig({
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  build: { outDir: 'dist/web', emptyOutDir: true, target: ['chrome123', 'safari17.5'], reportCompressedSize: false },
});

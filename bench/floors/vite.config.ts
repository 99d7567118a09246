import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  logLevel: 'error',
  build: {
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: fileURLToPath(new URL('react-page.tsx', import.meta.url)),
      output: { entryFileNames: 'react.js' },
    },
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { fileURLToPath } from 'node:url';
import { shortClassNames } from './src/styles/short-class-names.vite.ts';
import { iconSprite } from './src/ui/icons/icon-sprite.vite.ts';

// The oldest browsers with native light-dark(), :has() and relative colours. With an older list Vite lowers light-dark() to helper
// variables, which doubles the colour tokens.
const cssTarget = ['chrome123', 'safari17.5', 'firefox128'];

export default defineConfig({
  plugins: [react(), iconSprite()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  css: { modules: { generateScopedName: shortClassNames(fileURLToPath(new URL('src', import.meta.url))) } },
  build: { cssTarget, target: cssTarget, modulePreload: { polyfill: false } },
  server: { host: '127.0.0.1' },
});

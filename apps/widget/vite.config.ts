import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { iconSprite } from './src/ui/icons/icon-sprite.vite.ts';

// The oldest browsers with native light-dark() and :has(). Without this list Vite lowers it to helper variables, which doubles the colour tokens.
const cssTarget = ['chrome123', 'safari17.5', 'firefox121'];

export default defineConfig({
  plugins: [react(), iconSprite()],
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  css: { modules: { generateScopedName: '[hash:base64:5]' } },
  build: { cssTarget, target: cssTarget, modulePreload: { polyfill: false } },
  server: { host: '127.0.0.1' },
});

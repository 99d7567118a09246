import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig, type UserConfig } from 'vite';
import { inlineRuntime } from './build/inline-runtime.vite.ts';
import { nameSharedFiles } from './build/name-shared-files.vite.ts';
import { squeezeEntry } from './build/squeeze-entry.vite.ts';
import { licences } from '../../scripts/lib/licences-plugin.mjs';
import { shortClassNames } from './src/styles/short-class-names.vite.ts';
import { iconSprite } from './src/ui/icons/icon-sprite.vite.ts';

// The oldest browsers with native light-dark(), :has() and relative colours. With an older list Vite lowers
// light-dark() to helper variables, which doubles the colour tokens.
const cssTarget = ['chrome123', 'safari17.5', 'firefox128'];

/** The script of the first screen, and the bundler's few helpers, which are written into each script. */
const alwaysThere = /entry-browser|rolldown-runtime/;

/**
 * What is fetched beside a later file instead of after it: all that it needs. The first screen names only style sheets,
 * as the scripts would cost it a tenth of a kilobyte: what comes right after it asks for them in good time.
 */
function namedFiles(_file: string, dependencies: string[], { hostId }: { hostId: string }): string[] {
  const isScript = (name: string) => !alwaysThere.test(hostId) && !alwaysThere.test(name);
  return dependencies.filter((name) => name.endsWith('.css') || isScript(name));
}

// The first screen names every other file: one character less of each makes room for a rule, and so do fewer kinds of
// characters, which compress better. Names distinguish files, hashes versions.
const hashed = 'assets/[name]-[hash:7]';
const hashedNames = {
  entryFileNames: `${hashed}.js`,
  chunkFileNames: `${hashed}.js`,
  assetFileNames: `${hashed}[extname]`,
  hashCharacters: 'hex',
} as const;

const shared = {
  plugins: [react(), iconSprite()],
  css: {
    postcss: {
      plugins: [
        {
          postcssPlugin: 'name-composed',
          // Rules that a sheet composes from another one come without their file, of which Vite warns.
          OnceExit(sheet): void {
            sheet.walkDecls((declaration) => {
              if (declaration.source?.input.file === undefined) declaration.source = sheet.source;
            });
          },
        },
      ],
    },
    modules: { generateScopedName: shortClassNames(fileURLToPath(new URL('src', import.meta.url))) },
  },
  publicDir: false,
} satisfies UserConfig;

const font = '@fontsource-variable/geologica';
const notices = licences({
  root: import.meta.dirname,
  unseen: ['lucide-static', font],
  apart: { 'assets/OFL.txt': font },
});

// The versions that @walletconnect/sign-client asks for come without their licence: this one has it.
const licensed = ['uint8arrays'];

const entry = 'src/entry-browser.tsx';

const browser = {
  ...shared,
  // Developer tools of React look at development builds only: the first screen does without their hook.
  define: { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' },
  plugins: [...shared.plugins, inlineRuntime(), squeezeEntry(), notices.plugin],
  worker: { plugins: () => [notices.workerPlugin] },
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'], dedupe: licensed },
  build: {
    outDir: 'dist/browser',
    emptyOutDir: true,
    manifest: true,
    cssTarget,
    target: cssTarget,
    modulePreload: { polyfill: false, resolveDependencies: namedFiles },
    reportCompressedSize: false,
    rolldownOptions: {
      input: entry,
      output: {
        ...hashedNames,
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: nameSharedFiles(fileURLToPath(new URL(entry, import.meta.url))), debugName: 'shared' }],
        },
      },
    },
  },
  server: { host: '127.0.0.1' },
} satisfies UserConfig;

// Everything is inside: the server imports one file, and React, whichever copy, is the one this page was drawn with.
const prerender = {
  ...shared,
  resolve: { conditions: ['source', 'module', 'node', 'development|production'] },
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/entry-prerender.tsx',
    outDir: 'dist/prerender',
    emptyOutDir: true,
    target: 'node22',
    minify: false,
    reportCompressedSize: false,
    // Is fetched by a press, half a megabyte that the server never runs.
    rolldownOptions: { external: /\/open-pairing\.ts$/, output: { codeSplitting: false } },
  },
} satisfies UserConfig;

/** Mode `prerender` builds what the server draws pages with; every other mode what browsers load. */
export default defineConfig(({ mode }) => (mode === 'prerender' ? prerender : browser));

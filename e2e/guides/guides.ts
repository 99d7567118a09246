import { readFileSync } from 'node:fs';

/** How the page of a guide is built, beside what the guide says. */
export interface Guide {
  /** Its file below `docs/guides`. */
  page: string;
  /** Folder of its package.json and lockfile beside this file; without one the packages are those of the repository. */
  packages?: string;
  /** Files of a new project of that kind, and where the code of the guide goes. */
  files: (code: (language: string, index?: number) => string) => Readonly<Record<string, string>>;
  /** Programs of the packages with their parameters, in order: types, then the build. */
  build: readonly (readonly string[])[];
  /** What the build makes, served as it is; without it the project has a server of its own. */
  output?: string;
}

const html = (body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Guide</title><link rel="icon" href="data:,"></head><body>${body}</body></html>
`;

const tsconfig = (more: object = {}, include = ['src']) =>
  JSON.stringify({
    compilerOptions: {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: [],
      ...more,
    },
    include,
  });

const vite = (plugin: string) =>
  `import { defineConfig } from 'vite';\nimport ${plugin} from '@vitejs/plugin-${plugin}';\nexport default defineConfig({ plugins: [${plugin}()] });\n`;

function next(packages: string): Guide {
  return {
    page: 'next.md',
    packages,
    files: (code) => ({
      'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html lang="en"><body><h1>Pay</h1>{children}<p id="below">Below</p></body></html>;
}
`,
      'app/icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
      'app/page.tsx': code('tsx'),
      'app/token/route.ts': code('ts'),
      'next.config.mjs':
        'export default { turbopack: { root: import.meta.dirname }, outputFileTracingRoot: import.meta.dirname };\n',
    }),
    build: [['next', 'build']],
  };
}

/** Each guide, by the name of its kind of page. */
export const guides = {
  react: {
    page: 'react.md',
    files: (code) => ({
      'index.html': html('<div id="root"></div><script type="module" src="/src/main.tsx"></script>'),
      'vite.config.ts': vite('react'),
      '.env.development': 'NODE_ENV=development',
      'tsconfig.json': tsconfig({ jsx: 'react-jsx' }),
      'src/main.tsx': `import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import App from './App';
const root = document.querySelector('#root');
if (root) createRoot(root).render(<StrictMode><App /></StrictMode>);
`,
      'src/App.tsx': code('tsx'),
    }),
    // Strict mode calls effects twice in builds for development alone.
    build: [['tsc'], ['vite', 'build', '--mode', 'development']],
    output: 'dist',
  },
  vue: {
    page: 'vue.md',
    packages: 'vue',
    files: (code) => ({
      'index.html': html('<div id="app"></div><script type="module" src="/src/main.ts"></script>'),
      'vite.config.ts': code('ts'),
      '.env.development': 'NODE_ENV=development',
      'tsconfig.json': tsconfig({}, ['src/**/*.ts', 'src/**/*.vue']),
      'src/main.ts': "import { createApp } from 'vue';\nimport App from './App.vue';\ncreateApp(App).mount('#app');\n",
      'src/App.vue': code('vue'),
    }),
    // Vue warns in builds for development alone.
    build: [['vue-tsc'], ['vite', 'build', '--mode', 'development']],
    output: 'dist',
  },
  svelte: {
    page: 'svelte.md',
    packages: 'svelte',
    files: (code) => ({
      'index.html': html('<div id="app"></div><script type="module" src="/src/main.ts"></script>'),
      'vite.config.ts':
        "import { svelte } from '@sveltejs/vite-plugin-svelte';\nexport default { plugins: [svelte()] };\n",
      'tsconfig.json': tsconfig({ verbatimModuleSyntax: true }, ['src/**/*.ts', 'src/**/*.svelte']),
      'src/main.ts': `import { mount } from 'svelte';
import App from './App.svelte';
const target = document.querySelector('#app');
if (target) mount(App, { target });
`,
      'src/App.svelte': code('svelte'),
    }),
    build: [
      ['svelte-check', '--fail-on-warnings'],
      ['vite', 'build'],
    ],
    output: 'dist',
  },
  angular: {
    page: 'angular.md',
    packages: 'angular',
    files: (code) => ({
      'angular.json': JSON.stringify({
        version: 1,
        cli: { analytics: false, cache: { enabled: false } },
        projects: { guide: { projectType: 'application', root: '', architect: { build: angularBuild } } },
      }),
      'tsconfig.json': tsconfig({ noEmit: false, experimentalDecorators: true, module: 'preserve' }),
      'src/index.html': html('<app-pay></app-pay>'),
      'src/main.ts': `import { bootstrapApplication } from '@angular/platform-browser';
import { Pay } from './pay';
bootstrapApplication(Pay).catch((error) => console.error(error));
`,
      'src/pay.ts': code('ts'),
    }),
    build: [['ng', 'build']],
    output: 'dist/browser',
  },
  'next-15': next('next-15'),
  'next-16': next('next-16'),
} satisfies Record<string, Guide>;

const angularBuild = {
  builder: '@angular/build:application',
  options: { browser: 'src/main.ts', index: 'src/index.html', tsConfig: 'tsconfig.json', outputPath: 'dist' },
};

export type GuideName = keyof typeof guides;

/** The code of a guide in one language, in its order. */
export function readCode(page: string, language: string, index = 0): string {
  const text = readFileSync(new URL(`../../docs/guides/${page}`, import.meta.url), 'utf8');
  const found = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))][index]?.[1];
  if (found === undefined) throw new Error(`The guide ${page} has no code in ${language}, number ${index}.`);
  return found;
}

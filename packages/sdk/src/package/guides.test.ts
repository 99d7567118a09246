import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSnippets } from '@causeway/testing/compile-snippets';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../../../../docs/guides');

/** As much of the frameworks as the guides take; React is the real one. */
const frameworks = `declare module 'vue' {
  export interface GlobalComponents {}
  export function ref<Value>(value: Value): { value: Value };
}
declare module '@vitejs/plugin-vue' {
  export default function vue(how: { template: { compilerOptions: { isCustomElement: (tag: string) => boolean } } }): never;
}
declare module 'vite' {
  export function defineConfig(config: { plugins: unknown[] }): never;
}
declare module '@angular/core' {
  export const CUSTOM_ELEMENTS_SCHEMA: unique symbol;
  export function Component(how: { selector: string; standalone: boolean; schemas: symbol[]; template: string }): (of: unknown) => void;
}
declare module '@causeway/sdk/vue' {}
`;

/** The TypeScript of a guide; of a Vue or Svelte component that of its script. */
function scriptsOf(name: string): [file: string, text: string][] {
  const guide = readFileSync(join(folder, name), 'utf8');
  return [...guide.matchAll(/^```(tsx?|vue|svelte)\n([\s\S]*?)^```$/gm)].map(([, kind = '', code = ''], index) => {
    const [, script = code] = /<script[^>]*lang="ts">\n([\s\S]*?)<\/script>/.exec(code) ?? [];
    return [`${name}-${index}.${kind === 'tsx' ? 'tsx' : 'ts'}`, `${script}\nexport {};\n`];
  });
}

test('the TypeScript of every guide is one that the compiler accepts', () => {
  const guides = readdirSync(folder);
  expect(guides).toEqual(['angular.md', 'html.md', 'next.md', 'react.md', 'svelte.md', 'vue.md', 'wordpress.md']);
  const files = guides.flatMap(scriptsOf);
  expect(files.length).toBe(7);
  expect(compileSnippets({ ...Object.fromEntries(files), 'frameworks.d.ts': frameworks })).toBe('');
}, 60_000);

test('every element of a guide has attributes that the SDK knows', async () => {
  const { TEXT_OPTIONS } = await import('../option-names.ts');
  const known = TEXT_OPTIONS.map((name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
  for (const guide of readdirSync(folder)) {
    const text = readFileSync(join(folder, guide), 'utf8');
    for (const [, attributes = ''] of text.matchAll(/<causeway-widget\s([^>]*)>/g)) {
      const names = [...attributes.matchAll(/(?:^|\s)(?::|\[attr\.)?([a-z-]+)\]?=/g)].map(([, name = '']) => name);
      expect(
        names.filter((name) => !name.startsWith('on') && !known.some((one) => one === name)),
        guide,
      ).toEqual([]);
      expect(names.length).toBeGreaterThan(1);
    }
  }
});

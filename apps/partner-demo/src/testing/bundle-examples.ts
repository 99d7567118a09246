import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';

const root = join(import.meta.dirname, '../../../..');

/** Names of the components that the manual shows for React, and one script that draws them all into the body. */
export async function bundleExamples(origin: string): Promise<{ names: string[]; script: string }> {
  const manual = readFileSync(join(root, 'docs/embedding.md'), 'utf8');
  const examples = [...manual.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code);
  const names = examples.map((code) => /export (?:function|const) (\w+)/.exec(code)?.[1] ?? 'NoComponent');
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'causeway-react-'));
  try {
    for (const [index, code] of examples.entries()) {
      const here = code.replaceAll('https://your-causeway.example', origin).replaceAll('pk_your_key', 'pk_test_shop');
      writeFileSync(join(folder, `${names[index]}.tsx`), here);
    }
    const page = `import { createRoot } from 'react-dom/client';
${names.map((name) => `import { ${name} } from './${name}.tsx';`).join('\n')}
createRoot(document.body).render(<>${names.map((name) => `<${name} orderNumber="7" />`).join('')}</>);`;
    writeFileSync(join(folder, 'page.tsx'), page);
    return { names, script: await bundle(join(folder, 'page.tsx')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

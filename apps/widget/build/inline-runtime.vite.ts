import type { Plugin } from 'vite';

const exported = /export\{([^}]*)\};?\s*$/;
const runtimeName = /rolldown-runtime-[\w-]+\.js$/;

/**
 * Writes the bundler's few helpers into the chunks that use them. In a chunk of their own, which the bundler makes when
 * the entry and a late chunk both need them, they would cost the first screen one more round trip.
 */
export function inlineRuntime(): Plugin {
  return {
    name: 'inline-runtime',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
      const runtime = chunks.find(({ fileName }) => runtimeName.test(fileName));
      if (runtime === undefined) return;
      const file = runtime.fileName.split('/').at(-1) ?? '';
      const imported = new RegExp(
        `import\\s*\\{([^}]*)\\}\\s*from\\s*["'\`]\\./${file.replaceAll('.', '\\.')}["'\`];?`,
      );
      for (const chunk of chunks)
        chunk.code = chunk.code.replace(
          imported,
          (_statement, names: string) =>
            `const {${names.replace(/\s+as\s+/g, ':')}}=${inlineBody(runtime.code, namesOf(names))};`,
        );
    },
  };
}

function namesOf(list: string): string[] {
  return list.split(',').map((pair) => pair.trim().split(/\s+as\s+/)[0] ?? '');
}

/** The helpers as an expression whose value holds those that are used: a minifier drops the others. */
function inlineBody(code: string, used: readonly string[]): string {
  const names = exported.exec(code)?.[1];
  if (names === undefined) throw new Error('The runtime of the bundle exports nothing: its form has changed.');
  const entries = names.split(',').flatMap((pair) => {
    const [local = '', name = local] = pair.trim().split(/\s+as\s+/);
    return used.includes(name) ? [`${name}:${local}`] : [];
  });
  return `(()=>{${code.replace(exported, '')}return{${entries.join(',')}}})()`;
}

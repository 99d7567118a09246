import { build } from 'vite';

/** One script of a page's own, with all that it imports. */
export async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source'] },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      lib: { entry: file, formats: ['iife'], name: 'page' },
    },
  });
  const [first] = Array.isArray(result) ? result : [];
  const [chunk] = first?.output ?? [];
  if (!chunk) throw new Error(`Expected a bundle of ${file}, but the build gave none.`);
  return chunk.code;
}

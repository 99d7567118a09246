import { readFile } from 'node:fs/promises';
import { z } from 'zod';

const manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    isEntry: z.boolean().optional(),
    css: z.array(z.string()).default([]),
    imports: z.array(z.string()).default([]),
  }),
);

/** The entry of a browser build. */
export async function readManifest(folder: URL): Promise<{ file: string; css: string[]; imports: string[] }> {
  const text = await readFile(new URL('.vite/manifest.json', folder), 'utf8');
  const entry = Object.values(manifest.parse(JSON.parse(text))).find((candidate) => candidate.isEntry === true);
  if (!entry) throw new Error('The build has no entry.');
  return entry;
}

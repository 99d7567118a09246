import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { DocumentStore } from './port.ts';

/** Files in a folder of their owner alone, in subfolders by the end of their names. */
export function createDiskStore(folder: string): DocumentStore {
  const pathOf = (name: string) => {
    if (!/^[0-9a-f-]{36}$/.test(name)) throw new Error('A stored file is named by an id of ours.');
    return join(folder, name.slice(-2), name);
  };
  return {
    async put(name, bytes) {
      const path = pathOf(name);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      // Write a file beside it and rename that: a reader never sees a partial file, also after a power cut.
      const file = await open(`${path}.part`, 'w', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(`${path}.part`, path);
    },
    async get(name) {
      try {
        return await readFile(pathOf(name));
      } catch (error) {
        if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
        throw error;
      }
    },
    async remove(name) {
      await rm(pathOf(name), { force: true });
      await rm(`${pathOf(name)}.part`, { force: true });
    },
  };
}

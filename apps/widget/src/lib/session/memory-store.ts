import type { KeyValueStore } from './key-value-store.ts';

/** Keeps values for the life of the page: where a browser refuses storage, and on the server. */
export function memoryStore(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    get: (key) => values.get(key),
    set: (key, value) => values.set(key, value),
    remove: (key) => values.delete(key),
    follow: () => undefined,
  };
}

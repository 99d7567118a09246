import type { KeyValueStore } from './key-value-store.ts';
import { memoryStore } from './memory-store.ts';

type Area = 'localStorage' | 'sessionStorage';

/** A browser's storage, or memory where it is refused, as in frames of strict browsers. */
export function browserStore(window: Window, area: Area): KeyValueStore {
  const storage = openStorage(window, area);
  if (!storage) return memoryStore();
  return {
    get: (key) => storage.getItem(key) ?? undefined,
    set(key, value) {
      try {
        storage.setItem(key, value);
      } catch {
        // A full storage costs the memory of this page only.
      }
    },
    remove: (key) => storage.removeItem(key),
    follow: (key, listener) =>
      window.addEventListener('storage', (event) => {
        if (event.storageArea === storage && event.key === key) listener(event.newValue ?? undefined);
      }),
  };
}

function openStorage(window: Window, area: Area): Storage | undefined {
  try {
    const storage = window[area];
    storage.setItem('causeway.try', '1');
    storage.removeItem('causeway.try');
    return storage;
  } catch {
    return undefined;
  }
}

import type { KeyValueStore } from './key-value-store.ts';
import { memoryStore } from './memory-store.ts';

type Area = 'localStorage' | 'sessionStorage';
type Kept = Omit<KeyValueStore, 'follow'>;

/**
 * A browser's storage, or memory where it is refused, as in frames of strict browsers. Opened at first use: the
 * browser keeps it in another process.
 */
export function browserStore(window: Window, area: Area): KeyValueStore {
  let storage: Storage | undefined;
  let opened: Kept | undefined;
  function open(): Kept {
    if (opened) return opened;
    storage = openStorage(window, area);
    opened = storage ? keptIn(storage) : memoryStore();
    return opened;
  }
  return {
    get: (key) => open().get(key),
    set: (key, value) => open().set(key, value),
    remove: (key) => open().remove(key),
    follow: (key, listener) =>
      window.addEventListener('storage', (event) => {
        open();
        if (event.storageArea === storage && event.key === key) listener(event.newValue ?? undefined);
      }),
  };
}

function keptIn(storage: Storage): Kept {
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

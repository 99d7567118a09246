import { z } from 'zod/mini';

/** The storage of a connection as its library asks for it. It is gone with the page: nothing is left in the browser. */
export function keepInMemory() {
  const texts = new Map<string, string>();
  return {
    getKeys: () => Promise.resolve([...texts.keys()]),
    getEntries: <Kept>() =>
      Promise.resolve([...texts].map(([key, text]): [string, Kept] => [key, z.custom<Kept>().parse(JSON.parse(text))])),
    getItem: <Kept>(key: string) => {
      const text = texts.get(key);
      return Promise.resolve(text === undefined ? undefined : z.custom<Kept>().parse(JSON.parse(text)));
    },
    setItem: (key: string, value: unknown) => {
      texts.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
    removeItem: (key: string) => {
      texts.delete(key);
      return Promise.resolve();
    },
  };
}

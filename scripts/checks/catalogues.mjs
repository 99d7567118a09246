import { isTest } from './source-files.mjs';

const folder = /^apps\/server\/src\/modules\/locales\/catalogues\/(\w[\w-]*)\.json$/;
const usedKey = /['"`](tpl:[a-z0-9_:.-]+)/g;

/** Every language has the same texts, and every text that the code asks for exists. */
export function checkCatalogues(files, sources) {
  const catalogues = files.flatMap(({ path, text }) => {
    const language = folder.exec(path)?.[1];
    return language === undefined ? [] : [{ language, path, keys: new Set(Object.keys(JSON.parse(text))) }];
  });
  const [first, ...others] = catalogues;
  if (first === undefined) return { faults: ['there are no locale catalogues'], note: '' };
  const faults = others.flatMap((other) => [
    ...[...first.keys].filter((key) => !other.keys.has(key)).map((key) => `${other.path} lacks ${key}`),
    ...[...other.keys]
      .filter((key) => !first.keys.has(key))
      .map((key) => `${first.path} lacks ${key} of ${other.language}`),
  ]);
  return {
    faults: [...faults, ...missing(first.keys, sources)],
    note: `${catalogues.length} languages, ${first.keys.size} texts`,
  };
}

function missing(keys, sources) {
  const all = [...keys];
  return sources
    .filter(({ path }) => !isTest(path) && !path.startsWith('scripts/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(usedKey)].flatMap((match) => {
        const key = match[1];
        // A key that goes on with a value in it must at least have texts under its beginning.
        const open = /[:_.-]$/.test(key) || text.startsWith('${', match.index + match[0].length);
        const exists = open ? all.some((candidate) => candidate.startsWith(key)) : keys.has(key);
        return exists ? [] : [`${path}:${text.slice(0, match.index).split('\n').length} uses the unknown text ${key}`];
      }),
    );
}

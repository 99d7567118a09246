import { isTest } from './source-files.mjs';

const folder = /^apps\/server\/src\/modules\/locales\/catalogues\/([a-z-]+)(?:\/[\w-]+)?\.json$/;
const usedKey = /['"`](tpl:[a-z0-9_:.-]+)/g;

/** Every language has the same texts, and every text that the code asks for exists. */
export function checkCatalogues(files, sources) {
  const languages = readLanguages(files);
  const all = new Set([...languages.values()].flatMap((keys) => [...keys]));
  if (languages.size < 2) return { faults: ['there are no locale catalogues'], note: '' };
  const faults = [...languages].flatMap(([language, keys]) =>
    [...all].filter((key) => !keys.has(key)).map((key) => `${language} lacks ${key}`),
  );
  return { faults: [...faults, ...missing(all, sources)], note: `${languages.size} languages, ${all.size} texts` };
}

/** The keys of each language, from one file or a folder of files. */
function readLanguages(files) {
  const languages = new Map();
  for (const { path, text } of files) {
    const language = folder.exec(path)?.[1];
    if (language === undefined) continue;
    languages.set(language, new Set([...(languages.get(language) ?? []), ...Object.keys(JSON.parse(text))]));
  }
  return languages;
}

function missing(keys, sources) {
  const all = [...keys];
  return sources
    .filter(({ path }) => !isTest(path) && !path.startsWith('scripts/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(usedKey)].flatMap((match) => {
        const key = match[1];
        // A key that ends with a value must at least have texts under its beginning.
        const open = /[:_.-]$/.test(key) || text.startsWith('${', match.index + match[0].length);
        const exists = open ? all.some((candidate) => candidate.startsWith(key)) : keys.has(key);
        return exists ? [] : [`${path}:${text.slice(0, match.index).split('\n').length} uses the unknown text ${key}`];
      }),
    );
}

import { isTest } from './source-files.mjs';

const folder = /^apps\/server\/src\/modules\/locales\/catalogues\/([a-z-]+)(?:\/[\w-]+)?\.json$/;
const usedKey = /['"`](tpl:[a-z0-9_:.-]+)/g;
const anyKey = /['`](tpl:(?:\$\{[^{}]*\}|[^'`$])*)['`]/;
/** A key, or one of two, and the values that are given to its text. */
const filled = new RegExp(`(?:${anyKey.source}\\s*:\\s*)?${anyKey.source},\\s*\\{((?:[^{}]|\\{[^{}]*\\})*)\\}`, 'g');

/**
 * Every language has the same texts, every text that the code asks for exists, and every value that it gives to a text
 * is one that the text names in some language.
 */
export function checkCatalogues(files, sources) {
  const languages = readLanguages(files);
  const all = new Set([...languages.values()].flatMap((texts) => [...texts.keys()]));
  if (languages.size < 2) return { faults: ['there are no locale catalogues'], note: '' };
  const faults = [...languages].flatMap(([language, texts]) =>
    [...all].filter((key) => !texts.has(key)).map((key) => `${language} lacks ${key}`),
  );
  const code = sources.filter(({ path }) => !isTest(path) && !path.startsWith('scripts/'));
  const used = [...missing(all, code), ...unnamed([...languages.values()], code)];
  return { faults: [...faults, ...used], note: `${languages.size} languages, ${all.size} texts` };
}

/** The texts of each language by their keys, from one file or a folder of files. */
function readLanguages(files) {
  const languages = new Map();
  for (const { path, text } of files) {
    const language = folder.exec(path)?.[1];
    if (language === undefined) continue;
    languages.set(language, new Map([...(languages.get(language) ?? []), ...Object.entries(JSON.parse(text))]));
  }
  return languages;
}

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

function missing(keys, sources) {
  const all = [...keys];
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(usedKey)].flatMap((match) => {
      const key = match[1];
      // A key that ends with a value must at least have texts under its beginning.
      const open = /[:_.-]$/.test(key) || text.startsWith('${', match.index + match[0].length);
      const exists = open ? all.some((candidate) => candidate.startsWith(key)) : keys.has(key);
      return exists ? [] : [`${path}:${lineOf(text, match.index)} uses the unknown text ${key}`];
    }),
  );
}

/** A value that no text names: one of the two was renamed, and the text shows what it has for an unknown value. */
function unnamed(languages, sources) {
  const texts = languages.flatMap((entries) => [...entries]);
  return sources.flatMap(({ path, text }) =>
    [...text.matchAll(filled)].flatMap((match) => {
      const [, other = '', key, values] = match;
      const either = [other, key].map((one) => one.replaceAll(/\$\{[^{}]*\}/g, '.+')).join('|');
      const pattern = new RegExp(`^(?:${either})$`);
      const said = texts.flatMap(([name, message]) => (pattern.test(name) ? [message] : []));
      return namesOf(values)
        .filter((name) => !said.some((message) => new RegExp(`\\{${name}\\s*[,}]`).test(message)))
        .map((name) => `${path}:${lineOf(text, match.index)} gives ${name} to ${key}, which does not name it`);
    }),
  );
}

/** The names of an object's own values. */
function namesOf(values) {
  let flat = values.replaceAll(/'[^']*'|`[^`]*`/g, '');
  for (let last = ''; last !== flat;) {
    last = flat;
    flat = flat.replaceAll(/\([^()[\]{}]*\)|\[[^()[\]{}]*\]|\{[^()[\]{}]*\}/g, '');
  }
  return flat.split(',').flatMap((part) => /^\s*(\w+)\s*(?::|$)/.exec(part)?.[1] ?? []);
}

const inSchema = /^\s{2}([A-Z][A-Z0-9_]+):/gm;
const inEnvironment = /\b(?:env|process\.env)\[?\.?['"]?([A-Z][A-Z0-9_]{3,})/g;
const notOurs = new Set(['PATH', 'TEMP', 'NODE_ENV', 'NO_COLOR']);

/** Every setting that a program reads is listed in .env.example. */
export function checkSettings(sources, example) {
  const listed = new Set([...example.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]));
  const read = sources
    .filter(({ path }) => /^apps\/[\w-]+\/src\/(?:config\/[\w-]+|config[\w-]*)\.ts$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(inSchema), ...text.matchAll(inEnvironment)].map((match) => ({ path, name: match[1] })),
    );
  const missing = read.filter(({ name }) => !listed.has(name) && !notOurs.has(name));
  return {
    faults: missing.map(({ path, name }) => `${path} reads ${name}, which .env.example does not list`),
    note: `${listed.size} settings`,
  };
}

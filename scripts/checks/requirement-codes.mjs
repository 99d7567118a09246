import { isGenerated } from './source-files.mjs';

/** Where each code has its line. */
export const requirementsPage = 'docs/requirements.md';

// Plain text such as `0-10` or a date is no code: sections begin with 1, and rows have two digits.
const code = /(?<![\w.+/-])(?:A-\d{3}|C-\d{2}|[1-9](?:\.\d{1,2})?-\d{2})(?![\w.-]*\d)/g;
const places = /^(?:apps|packages|e2e|bench|scripts)\/.*\.(?:ts|tsx|mjs|css|sql)$|^docs\/.*\.md$|^[A-Z]+\.md$/;

/** Cited requirement codes without a line of their own, which a reader could not look up. */
export function checkRequirementCodes(files) {
  const page = files.find(({ path }) => path === requirementsPage)?.text ?? '';
  const known = new Set([...page.matchAll(/^- \*\*([^*]+)\*\* \S/gm)].map(([, name]) => name));
  const cited = files
    .filter(({ path }) => places.test(path) && path !== requirementsPage && !isGenerated(path) && !isLaw(path))
    .flatMap(({ path, text }) => [...text.matchAll(code)].map(([name]) => ({ path, name })));
  const faults = cited
    .filter(({ name }) => !known.has(name))
    .map(({ path, name }) => `${path} cites ${name}, which has no line in ${requirementsPage}`);
  return { faults: [...new Set(faults)], note: `${new Set(cited.map(({ name }) => name)).size} codes cited` };
}

/** The security standard has its own numbers, and so have the tests of this check. */
function isLaw(path) {
  return /^docs\/security\/|^scripts\/checks\//.test(path);
}

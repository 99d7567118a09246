import { blankSource } from './blank-source.mjs';
import { findDialect, findDialectInPage } from './dialect.mjs';
import { isGenerated } from './source-files.mjs';

// The patterns are written so that they do not match themselves.
const everywhere = [
  [/(?<![\w.-])\/(?:work|root|home\/\w+)\//, 'a path of one machine'],
  [/[A-Z]:\\Users\\/, 'a path of one machine'],
  [/registry\.npm[j]s\.org/, 'a registry host'],
];
const inSource = [
  [/@ts-(?:ignor[e]|nochec[k]|expect-erro[r])/, 'a switched-off type check'],
  [/\b(?:TOD[O]|FIXM[E])\b/, 'a note about unfinished work'],
];
// Unchecked types are the linter's to find: it knows a type from a variable.
const outsideComments = [[/\b(?:test|it|describe)\.(?:skip|only|todo)\b/, 'a test that is switched off or on']];

/** Words that must not be in the repository, nor the dialect in names, comments and pages. */
export function checkWording(files) {
  const faults = files.flatMap(({ path, text }) => {
    if (isGenerated(path) || path.endsWith('package-lock.json')) return [];
    if (path.endsWith('.md')) return [...find(path, text, everywhere), ...findDialectInPage(path, text)];
    if (!/\.(?:ts|tsx|mjs|js)$/.test(path)) return find(path, text, everywhere);
    const blank = blankSource(text);
    return [
      ...find(path, text, [...everywhere, ...inSource]),
      ...find(path, blank, outsideComments),
      ...findDialect(path, text, blank),
    ];
  });
  return { faults, note: `${files.length} text files` };
}

function find(path, text, rules) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      rules.flatMap(([pattern, what]) =>
        pattern.test(line) ? [`${path}:${index + 1} ${what}: ${line.trim().slice(0, 100)}`] : [],
      ),
    );
}

import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { findImports } from '../checks/find-imports.mjs';
import { listFiles } from '../checks/source-files.mjs';

/** What is built into files that are given away, and where their licences are. `own` packages are the page's. */
const bundles = [
  { from: 'apps/widget/src', into: 'apps/widget/dist/browser/licences.txt', own: [] },
  { from: 'packages/sdk/src', into: 'packages/sdk/dist/THIRD-PARTY-NOTICES.txt', own: ['react', 'react-dom'] },
  { from: 'apps/partner-demo/src/client', into: 'apps/partner-demo/dist/client/licences.txt', own: [] },
  { from: 'apps/playground/src', into: 'apps/playground/dist/page/licences.txt', own: [] },
  { from: 'apps/native-shell/src', into: 'apps/native-shell/dist/web/licences.txt', own: [] },
];

/** Faults of the built files: a package that their sources name and whose licence is not beside them. */
export function findLicenceFaults(root) {
  const files = listFiles(root);
  return bundles.flatMap(({ from, into, own }) => {
    if (!existsSync(join(root, into))) return [`${into} is not there`];
    const sources = files.filter((path) => path.startsWith(`${from}/`) && isBundled(path));
    const texts = sources.map((path) => readFileSync(join(root, path), 'utf8'));
    const names = listPackages(texts).filter((name) => !own.includes(name));
    return compareLicences(names, readFileSync(join(root, into), 'utf8')).map((fault) => `${into}: ${fault}`);
  });
}

function isBundled(path) {
  return /\.tsx?$/.test(path) && !/\.(?:test|vite|d)\.tsx?$|\/(?:gallery|testing|simulated)\//.test(path);
}

/** Packages of others that these sources import; a type is in no build. */
export function listPackages(texts) {
  const names = texts.flatMap((text) => {
    const lines = text.split('\n');
    return findImports(text)
      .filter(({ specifier, line }) => !isType(lines, line) && /^[@a-z]/.test(specifier))
      .map(({ specifier }) => /^(?:@[^/]+\/)?[^/?]+/.exec(specifier)?.[0] ?? '');
  });
  const isOurs = (/** @type {string} */ name) =>
    name.startsWith('@causeway/') || name.includes(':') || builtinModules.includes(name);
  return [...new Set(names)].filter((name) => !isOurs(name)).toSorted((one, other) => one.localeCompare(other));
}

function isType(lines, line) {
  return /^(?:import|export) type\b/.test(lines[line - 1] ?? '');
}

/** @param notices each package's name on a line of its own, and its licence below */
export function compareLicences(names, notices) {
  const lines = notices.split('\n').map((line) => line.trim());
  return names.flatMap((name) => {
    const at = lines.indexOf(name);
    if (at < 0) return [`${name} is built in without its licence`];
    const text = lines.slice(at + 1, at + 40).join(' ');
    return /copyright|licen[cs]e/i.test(text) && text.length > 300 ? [] : [`the licence of ${name} is empty`];
  });
}

import { existsSync } from 'node:fs';
import { join } from 'node:path';

const page = 'docs/security/asvs.md';
const list = 'docs/security/asvs-5.0.0-levels-1-2.txt';
const states = new Set(['met', 'in part', 'unmet', 'operator', 'not applicable']);

/** The mapping of the security standard names each of its requirements once, and every file that it names is there. */
export function checkAsvs(files, exists) {
  const textOf = (path) => files.find((file) => file.path === path)?.text ?? '';
  const wanted = textOf(list).split('\n').filter(Boolean);
  const rows = [...textOf(page).matchAll(/^\| (V[\d.]+) \| [12] \| ([^|]+) \| (.+) \|$/gm)];
  const seen = rows.map(([, id]) => id);
  const faults = [
    ...(wanted.length === 0 ? [`${list} names no requirement`] : []),
    ...wanted.filter((id) => !seen.includes(id)).map((id) => `${page} has no line for ${id}`),
    ...seen.filter((id) => !wanted.includes(id)).map((id) => `${page}: the standard has no ${id}`),
    ...seen.filter((id, at) => seen.indexOf(id) !== at).map((id) => `${page} has ${id} twice`),
    ...rows.flatMap(([, id, state, why]) => faultsOf(id, state.trim(), why, exists)),
    ...[...states].flatMap((state) => countFaults(textOf(page), rows, state)),
  ];
  const unmet = rows.filter(([, , state]) => state.trim() === 'unmet').length;
  return { faults, note: `${seen.length} requirements of ASVS, ${unmet} unmet` };
}

/** The numbers at the head of the page are those of its rows. */
function countFaults(text, rows, state) {
  const claimed = new RegExp(`^\\| ${state} \\| (\\d+) \\|$`, 'm').exec(text)?.[1];
  const count = rows.filter(([, , one]) => one.trim() === state).length;
  return claimed === undefined || Number(claimed) === count
    ? []
    : [`${page}: ${claimed} are said to be ${state}, ${count} are`];
}

function faultsOf(id, state, why, exists) {
  const cited = [...why.matchAll(/`([\w./-]+\/[\w./-]+\.(?:tsx?|mjs|md|json))`/g)].map((match) => match[1]);
  return [
    ...(states.has(state) ? [] : [`${page}: ${id} is ${state}, which is no state`]),
    ...cited.filter((path) => !exists(path)).map((path) => `${page}: ${id} names ${path}, which is not there`),
  ];
}

/** Whether a path from the root is there. */
export function existsUnder(root) {
  return (path) => existsSync(join(root, path));
}

import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';

const page = 'docs/security/asvs.md';
const threats = 'docs/security/threat-model.md';
const list = 'docs/security/asvs-5.0.0-levels-1-2.txt';
const states = new Set(['met', 'in part', 'unmet', 'operator', 'not applicable']);

/**
 * The mapping of the security standard names each of its requirements once, what is met names what shows it, and every
 * file that a page about security names is there.
 */
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
    ...rows.flatMap(([, id, state, why]) => faultsOf(id, state.trim(), why)),
    ...[...states].flatMap((state) => countFaults(textOf(page), rows, state)),
  ];
  faults.push(
    ...files
      .filter(({ path }) => /^docs\/security\/[\w-]+\.md$/.test(path))
      .flatMap((file) => lostFaults(file, exists)),
    ...shownFaults(textOf(threats)),
  );
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

function faultsOf(id, state, why) {
  return [
    ...(states.has(state) ? [] : [`${page}: ${id} is ${state}, which is no state`]),
    ...(state !== 'met' || named(why).length > 0 ? [] : [`${page}: ${id} is met, and names nothing that shows it`]),
  ];
}

/** Paths from the root that a text names; one without a folder is a file of the root. */
function named(text) {
  return [
    ...text.matchAll(/`((?:[\w.@-]+\/)+[\w.-]+\.(?:tsx?|mjs|md|json|sql|yml)|[A-Z]\w+\.md|package-lock\.json)`/g),
  ].map((match) => match[1]);
}

/** Files and links of a page that lead nowhere. */
function lostFaults({ path, text }, exists) {
  const linked = [...text.matchAll(/\]\(([^)#:\s]+)(?:#[^)]*)?\)/g)].map(([, to]) =>
    posix.normalize(posix.join(posix.dirname(path), to)),
  );
  const lost = [...new Set([...named(text), ...linked])].filter((one) => !exists(one));
  return lost.map((one) => `${path} names ${one}, which is not there`);
}

/** Each way in of the threat model names the test that shows the law which closes it. */
function shownFaults(text) {
  const table = text.split('\n## Ways in')[1]?.split('\n## ')[0] ?? '';
  const rows = table.split('\n').filter((line) => /^\| (?!Way in|-)/.test(line));
  return rows
    .filter((row) => !named(row).some((path) => /\.test\.tsx?$/.test(path)))
    .map((row) => `${threats}: "${row.split(' | ')[0]?.slice(2)}" names no test`);
}

/** Whether a path from the root is there. */
export function existsUnder(root) {
  return (path) => existsSync(join(root, path));
}

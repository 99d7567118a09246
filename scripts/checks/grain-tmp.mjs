import { posix } from 'node:path';

import { findImports } from './find-imports.mjs';
import { isGenerated, isTest } from './source-files.mjs';

const shardLines = 30;
const folderMax = 12;

/**
 * How finely the code is cut: shards (files of at most 30 lines that one neighbour alone imports), folders of more than
 * 12 source files, and circles of imports, types included. The limits hold what is reached: they only ever go down.
 */
export function checkGrain(sources, limits) {
  const files = sources.filter(({ path }) => isSource(path));
  const importers = findImporters(files);
  const shards = files.filter((file) => isShard(file, importers.get(file.path)));
  const folders = countFolders(files).filter(([, count]) => count > folderMax);
  const circles = findCircles(importers);
  const faults = [
    ...over('shards', shards.map(({ path }) => path), limits.shards),
    ...over(`folders of more than ${folderMax} files`, folders.map(([name, count]) => `${name} (${count})`), limits.folders),
    ...over('circles of imports', circles, limits.circles),
  ];
  return { faults, note: `${shards.length} shards, ${folders.length} large folders, ${circles.length} circles` };
}

function over(what, names, max) {
  if (names.length <= max) return [];
  return [`${names.length} ${what}, ${max} at most: ${names.join(', ')}`];
}

function isSource(path) {
  const isCode = /^(?:apps|packages)\/[\w-]+\/src\/.*\.tsx?$/.test(path);
  return isCode && !isTest(path) && !isGenerated(path) && !path.includes('/gallery/') && !path.endsWith('.d.ts');
}

/** The files that import each file, by path. */
function findImporters(files) {
  const importers = new Map(files.map(({ path }) => [path, new Set()]));
  for (const { path, text } of files)
    for (const { specifier } of findImports(text))
      if (specifier.startsWith('.')) importers.get(posix.join(posix.dirname(path), specifier))?.add(path);
  return importers;
}

function isShard({ path, text }, by) {
  const [only] = by;
  return by.size === 1 && posix.dirname(only) === posix.dirname(path) && text.trimEnd().split('\n').length <= shardLines;
}

function countFolders(files) {
  const counts = new Map();
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts];
}

/** One file of each circle: those that remain when every file that nothing imports is taken away, again and again. */
function findCircles(importers) {
  const open = new Map([...importers].map(([path, by]) => [path, new Set(by)]));
  for (let found = true; found; ) {
    found = false;
    for (const [path, by] of open) {
      if (by.size > 0) continue;
      open.delete(path);
      for (const others of open.values()) others.delete(path);
      found = true;
    }
  }
  return circlesOf(open);
}

/** What is left also holds files that a circle imports; only a file that reaches itself is in one. */
function circlesOf(open) {
  const seen = new Set();
  return [...open.keys()].flatMap((path) => {
    if (seen.has(path)) return [];
    const round = [...reach(path, open)].filter((other) => reach(other, open).has(path));
    for (const other of round) seen.add(other);
    return round.length > 0 && round.includes(path) ? [round.join(' and ')] : [];
  });
}

function reach(path, open) {
  const found = new Set();
  const waiting = [...(open.get(path) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(open.get(next) ?? []));
  }
  return found;
}

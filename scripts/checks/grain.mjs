import { posix } from 'node:path';
import { findImports } from './find-imports.mjs';
import { isGenerated, isTest } from './source-files.mjs';
import { findCircles } from './find-circles.mjs';
import { laterRooms, reasons } from './grain-rooms.mjs';

const shardLines = 30;
const folderMax = 12;
const commentMax = 120;

/** What is reached; a limit only ever goes down. */
const limits = { server: 520, widget: 459, shards: 60, folders: 0, circles: 0, comments: 0 };
const reasonsMax = 12;

/**
 * How finely the code is cut: files, shards (at most 30 lines that one neighbour alone imports), folders of more than
 * 12 source files, circles of imports, those of types too, and comment lines longer than the formatter's line.
 */
export function checkGrain(sources, most = limits, rooms = laterRooms) {
  const files = sources.filter(({ path }) => isSource(path));
  const graph = findImporters(files);
  const folders = countFolders(files).filter(([, count]) => count > folderMax);
  const first = files.filter(({ path }) => roomOf(path, rooms) === undefined);
  const found = {
    server: first.filter(({ path }) => path.startsWith('apps/server/')).map(({ path }) => path),
    widget: first.filter(({ path }) => path.startsWith('apps/widget/')).map(({ path }) => path),
    shards: files.filter((file) => isShard(file, graph)).map(({ path }) => path),
    folders: folders.filter(([name]) => !reasons.has(name)).map(([name, count]) => `${name} (${count})`),
    circles: findCircles(graph.importers),
    comments: sources.filter(({ path }) => !isGenerated(path)).flatMap(longComments),
  };
  const faults = Object.entries(found).flatMap(([what, names]) => over(what, names, most[what]));
  const counts = Object.entries(found).map(([what, { length }]) => `${length} ${what}`);
  const tooMany =
    reasons.size > reasonsMax ? [`${reasons.size} large folders have a reason; ${reasonsMax} at most`] : [];
  const all = [...faults, ...crowded(files, rooms), ...unneeded(folders), ...tooMany];
  return { faults: all, note: `${counts.join(', ')}, ${folders.length} large folders` };
}

function over(what, names, max) {
  if (names.length <= max) return [];
  const listed = names.length - max > 20 ? names.slice(0, 20) : names;
  return [`${names.length} ${what}, ${max} at most: ${listed.join(', ')}`];
}

function roomOf(path, rooms) {
  return [...rooms.keys()].find((room) => path.startsWith(`${room}/`));
}

/** Rooms with more files than they may hold, and rows of rooms that are not there. */
function crowded(files, rooms) {
  return [...rooms].flatMap(([room, max]) => {
    const names = files.map(({ path }) => path).filter((path) => path.startsWith(`${room}/`));
    return names.length === 0 ? [`${room} has a row and no file`] : over(`files in ${room}`, names, max);
  });
}

/** A reason that no folder needs any more hides the next one. */
function unneeded(folders) {
  const large = new Set(folders.map(([name]) => name));
  return [...reasons.keys()].filter((name) => !large.has(name)).map((name) => `${name} needs no reason any more`);
}

function isSource(path) {
  const isCode = /^(?:apps|packages)\/[\w-]+\/src\/.*\.tsx?$/.test(path);
  return isCode && !isTest(path) && !isGenerated(path) && !path.includes('/gallery/');
}

/** The files that import each file by path, and those that are fetched when they are needed: a border on purpose. */
function findImporters(files) {
  const importers = new Map(files.map(({ path }) => [path, new Set()]));
  const late = new Set();
  for (const { path, text } of files) {
    for (const { specifier } of findImports(text)) importers.get(resolve(path, specifier))?.add(path);
    for (const [, specifier] of text.matchAll(/\bimport\(\s*'([^']+)'/g)) late.add(resolve(path, specifier));
  }
  return { importers, late };
}

function resolve(path, specifier) {
  const [, name, file] = /^@causeway\/([\w-]+)\/(.+)$/.exec(specifier) ?? [];
  return file === undefined ? posix.join(posix.dirname(path), specifier) : `packages/${name}/src/${file}.ts`;
}

function isShard({ path, text }, { importers, late }) {
  const by = importers.get(path);
  const [only] = by;
  if (by.size !== 1 || late.has(path) || posix.dirname(only) !== posix.dirname(path)) return false;
  return text.trimEnd().split('\n').length <= shardLines;
}

function countFolders(files) {
  const counts = new Map();
  for (const { path } of files) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts];
}

function longComments({ path, text }) {
  return text
    .split('\n')
    .flatMap((line, index) =>
      line.length > commentMax && !/oxlint-disable/.test(line) && /^\s*(?:\/\/|\*\s|\/\*)/.test(line)
        ? [`${path}:${index + 1}`]
        : [],
    );
}

import { posix } from 'node:path';
import { findImports } from './find-imports.mjs';
import { isGenerated, isTest } from './source-files.mjs';
import { findCircles } from './find-circles.mjs';

const shardLines = 30;
const folderMax = 12;
const commentMax = 120;

/** What is reached; a limit only ever goes down. */
const limits = { server: 520, widget: 460, shards: 60, folders: 0, circles: 0, comments: 0 };
const reasonsMax = 12;

/** A room that came after those limits were reached, with the files that it may hold itself. */
const laterRooms = new Map([
  ['apps/server/src/modules/address-recovery', 2],
  ['apps/server/src/modules/order-numbers', 1],
  ['apps/server/src/modules/signin-codes', 4],
  ['apps/widget/src/features/auth/code', 6],
  ['apps/server/src/modules/balance-deposits', 4],
  ['apps/server/src/modules/affiliate', 3],
  ['apps/server/src/modules/balance-operations', 2],
  ['apps/server/src/modules/statements', 6],
  ['apps/server/src/modules/value-history', 2],
  ['apps/server/src/modules/price-history', 3],
  ['apps/widget/src/features/value', 2],
  ['apps/server/src/modules/referral-rewards', 7],
  ['apps/server/src/modules/referrals', 3],
  ['apps/server/src/modules/operators', 3],
  ['apps/server/src/cli/commands', 4],
  ['apps/server/src/modules/consents', 2],
  ['apps/server/src/modules/data-export', 10],
  ['apps/server/src/modules/discounts', 3],
  ['apps/server/src/modules/screening', 3],
  ['apps/server/src/providers/sanctions', 1],
  ['apps/server/src/modules/notifications', 4],
  ['apps/server/src/modules/live', 5],
  ['apps/widget/src/lib/live', 5],
  ['apps/widget/src/app/live', 1],
  ['apps/server/src/modules/withdrawals', 1],
  ['apps/server/src/modules/withdrawal-cancels', 1],
  ['apps/server/src/modules/saved-destinations', 4],
  ['apps/server/src/modules/support', 2],
  ['apps/widget/src/parts/support', 3],
  ['apps/widget/src/app/again', 1],
  ['apps/widget/src/app/title', 1],
  ['apps/widget/src/app/explain', 1],
  ['apps/widget/src/features/exchange/chart', 4],
  ['apps/server/src/pages/legal', 1],
  ['apps/server/src/pages/options', 3],
  ['apps/server/src/modules/partner-orders', 2],
  ['apps/widget/src/app/cabinet', 13],
  ['apps/widget/src/features/deposit', 3],
  ['apps/widget/src/features/affiliate', 7],
  ['apps/widget/src/app/wide', 5],
  ['apps/widget/src/features/discount', 3],
  ['apps/widget/src/features/help', 3],
  ['apps/widget/src/features/notifications', 3],
  ['apps/widget/src/features/operations', 7],
  ['apps/widget/src/features/settings/data-export', 2],
  ['apps/widget/src/features/settings/destinations', 4],
  ['apps/widget/src/parts/destination', 2],
  ['apps/widget/src/lib/files', 2],
  ['apps/widget/src/features/verification/idcheck', 2],
  ['apps/server/src/modules/identity-checks', 8],
  ['apps/server/src/providers/identity-check', 2],
  ['apps/server/src/modules/handover', 2],
  ['apps/server/src/modules/documents/parts', 1],
  ['apps/widget/src/features/verification/handover', 4],
  ['apps/widget/src/features/verification/parts', 1],
  ['apps/widget/src/features/verification/viewer', 2],
  ['apps/widget/src/features/withdrawal', 3],
  ['apps/widget/src/parts/deposit', 1],
  ['apps/widget/src/parts/list', 4],
  ['apps/widget/src/ui/table', 1],
]);

/** Why a folder is large; one more folder needs a reason of its own here. */
const reasons = new Map([
  ['apps/server/src/modules/auth', 'one file a way to sign in, and what each needs'],
  ['apps/server/src/modules/chain-payins', 'two chains, with deposits that were lost and replaced'],
  ['apps/server/src/modules/operating', 'one file a kind of command'],
  ['apps/server/src/modules/verification', 'one file a wizard and one a step of its case'],
  ['apps/server/src/plugins', 'one file a plugin'],
  ['apps/widget/src/app', 'what joins the features'],
  ['apps/widget/src/app/views', 'one file a view, fetched when it is shown'],
  ['apps/widget/src/features/settings', 'one file a setting'],
  ['apps/widget/src/platform', 'one file a power of the browser or of the page around'],
  ['packages/contract/src/calls', 'one file a call'],
  ['packages/contract/src/shapes', 'one file a thing that calls carry'],
  ['packages/sdk/src', 'what a partner imports, by name'],
]);

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

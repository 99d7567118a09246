import { posix } from 'node:path';
import { findRoomCircles } from './find-circles.mjs';
import { findImports } from './find-imports.mjs';
import { isTest } from './source-files.mjs';
import { serverTiers, serverTop, serverTopPlugins, widgetTiers } from './import-tiers.mjs';

/** Imports that run back up, between packages, between tiers inside an app, or round a circle of rooms. */
export function checkImportDirection(sources) {
  const edges = sources.flatMap(edgesOf);
  const faults = edges.flatMap((edge) => packageFault(edge) ?? tierFault(edge) ?? []);
  return {
    faults: [...unknownRooms(sources), ...faults, ...findRoomCircles(edges, roomOf)],
    note: `${edges.length} imports between our files`,
  };
}

function unknownRooms(sources) {
  const rooms = sources.flatMap(({ path }) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1] ?? []);
  const unknown = [...new Set(rooms)].filter((room) => !serverTiers.some((tier) => tier.includes(room)));
  return unknown.map(
    (room) => `the server's room ${room} stands in no tier: give it one in scripts/checks/import-tiers.mjs`,
  );
}

function edgesOf({ path, text }) {
  return findImports(text).flatMap(({ specifier, line }) => {
    const target = targetOf(path, specifier);
    return target === undefined ? [] : [{ from: path, to: target, line, specifier }];
  });
}

function targetOf(path, specifier) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
  const own = /^@causeway\/([\w-]+)(?:\/(.*))?$/.exec(specifier);
  if (own === null) return undefined;
  const home = Object.keys(packages).find((candidate) => candidate.split('/').at(-1) === own[1]);
  return home === undefined ? undefined : `${home}/src/${own[2] ?? 'index'}.ts`;
}

function homeOf(path) {
  return Object.keys(packages).find((home) => path.startsWith(`${home}/`));
}

function packageFault({ from, to, line, specifier }) {
  const [source, target] = [homeOf(from), homeOf(to)];
  if (source === undefined || source === target) return undefined;
  if (target === undefined) return `${from}:${line} leaves its package: ${specifier}`;
  // How a package is built is no part of it.
  if (target === 'scripts' && from === `${source}/vite.config.ts`) return undefined;
  if (specifier.startsWith('.')) return `${from}:${line} reaches into ${target} by path: ${specifier}`;
  const name = target.split('/').at(-1);
  const allowed = isTest(from) ? [...packages[source], 'testing', 'domain', 'contract'] : packages[source];
  return allowed.includes(name) ? undefined : `${from}:${line} ${source} must not import ${target}`;
}

/** The room of a file and the tier of the room; the higher number is above. */
function placeOf(path) {
  const server = /^apps\/server\/src\/(.*)$/.exec(path)?.[1];
  if (server !== undefined) return serverPlace(server);
  const widget = /^apps\/widget\/src\/(.*)$/.exec(path)?.[1];
  if (widget === undefined) return undefined;
  const [top, room] = widget.split('/');
  const tier = widgetTiers.findIndex((rooms) => rooms.includes(top));
  return {
    app: 'widget',
    tier: tier === -1 ? widgetTiers.length : tier,
    room: top === 'features' ? `features/${room}` : top,
  };
}

function serverPlace(path) {
  const [top, second] = path.split('/');
  const isTop = serverTop.includes(top) || (top === 'plugins' && serverTopPlugins.includes(second));
  if (isTop) return { app: 'server', tier: serverTiers.length + 1, room: top === 'plugins' ? path : top };
  const room = top === 'modules' ? second : top;
  const tier = serverTiers.findIndex((rooms) => rooms.includes(room));
  return { app: 'server', tier: tier + 1, room };
}

function tierFault({ from, to, line }) {
  const [source, target] = [placeOf(from), placeOf(to)];
  if (isTest(from) || source === undefined || target === undefined || source.app !== target.app) return undefined;
  if (target.tier > source.tier) return `${from}:${line} ${source.room} stands below ${target.room}`;
  const betweenFeatures =
    source.room !== target.room && source.room.startsWith('features/') && target.room.startsWith('features/');
  return betweenFeatures ? `${from}:${line} ${source.room} must not import ${target.room}` : undefined;
}

function roomOf(path) {
  const home = homeOf(path);
  if (home === undefined) return undefined;
  const place = placeOf(path);
  if (place !== undefined) return `${place.app}/${place.room}`;
  const inside = path.slice(home.length + 1).replace(/^src\//, '');
  return inside.includes('/') ? `${home}/${inside.split('/')[0]}` : undefined;
}

/**
 * Which package may import which. Tests may also use `testing`; the bench and the browser tests may use the pure
 * packages.
 */
export const packages = {
  'packages/domain': [],
  'packages/contract': ['domain'],
  'packages/bridge': [],
  'packages/sdk': ['bridge'],
  'packages/embedded-postgres': [],
  'packages/testing': ['domain', 'embedded-postgres'],
  'apps/server': ['contract', 'domain', 'embedded-postgres'],
  'apps/widget': ['contract', 'domain', 'bridge'],
  'apps/sandbox': [],
  'apps/partner-demo': ['sdk', 'bridge'],
  'apps/native-shell': ['bridge'],
  'apps/playground': ['domain', 'sdk'],
  e2e: ['testing', 'contract', 'domain', 'embedded-postgres'],
  bench: ['testing', 'contract', 'domain', 'embedded-postgres'],
  scripts: [],
};

import { posix } from 'node:path';

import { findImports } from './find-imports.mjs';
import { isTest } from './source-files.mjs';

/**
 * Which package may import which. Tests may also use `testing`; the bench and the browser tests may use the pure
 * packages.
 */
const packages = {
  'packages/domain': [],
  'packages/contract': ['domain'],
  'packages/bridge': [],
  'packages/sdk': ['bridge'],
  'packages/embedded-postgres': [],
  'packages/testing': ['embedded-postgres'],
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

const serverTiers = [
  [
    'account-parts',
    'alarms',
    'analytics',
    'signin-codes',
    'auth',
    'authenticator',
    'owner-proof',
    'sessions',
    'captcha-challenges',
    'two-factor',
    'passkeys',
    'settings',
    'social-signin',
    'sms',
    'client-keys',
    'clients',
    'consents',
    'countries',
    'currencies',
    'idempotency',
    'emails',
    'live',
    'locales',
    'notifications',
    'partners',
    'partner-sessions',
    'rates',
    'price-history',
    'operators',
    'referrals',
    'support',
  ],
  ['ledger', 'balance', 'limits', 'coupons', 'discounts', 'pricing', 'referral-rewards'],
  [
    'order-lifecycle',
    'partner-fees',
    'promises',
    'merchants',
    'partner-webhooks',
    'payout-holds',
    'chain-wallets',
    'addresses',
    'balance-deposits',
    'chain-payouts',
    'bank-payouts',
    'card-payouts',
    'balance-payouts',
    'payout-methods',
    'settlement',
    'cards',
    'acquirer-payins',
    'bank-payins',
    'chain-payins',
    'address-recovery',
    'balance-payins',
    'withdrawal-cancels',
    'saved-destinations',
    'payin-methods',
    'confirmations',
    'orders',
    'withdrawals',
    'documents',
    'screening',
    'verification',
    'identity-checks',
    'handover',
  ],
  [
    'affiliate',
    'balance-overview',
    'balance-operations',
    'statements',
    'value-history',
    'closing',
    'data-export',
    'transactions',
    'partner-orders',
    'reconciliation',
    'books',
    'order-numbers',
    'operating',
    'monitoring',
  ],
];
/** The files that connect the rooms are above all of them. */
const serverTop = [
  'app.ts',
  'main.ts',
  'worker.ts',
  'serve.ts',
  'create-context.ts',
  'seed-database.ts',
  'cli',
  'pages',
  'seed',
];
const serverTopPlugins = ['boot-page.ts', 'embed-doctor.ts'];
const widgetTiers = [['ui', 'lib', 'platform', 'styles', 'assets'], ['parts'], ['features'], ['app']];

/** Imports that run back up, between packages, between tiers inside an app, or round a circle of rooms. */
export function checkImportDirection(sources) {
  const edges = sources.flatMap(edgesOf);
  const faults = edges.flatMap((edge) => packageFault(edge) ?? tierFault(edge) ?? []);
  return {
    faults: [...unknownRooms(sources), ...faults, ...circles(edges)],
    note: `${edges.length} imports between our files`,
  };
}

function unknownRooms(sources) {
  const rooms = sources.flatMap(({ path }) => /^apps\/server\/src\/modules\/([^/]+)\//.exec(path)?.[1] ?? []);
  const unknown = [...new Set(rooms)].filter((room) => !serverTiers.some((tier) => tier.includes(room)));
  return unknown.map(
    (room) => `the server's room ${room} stands in no tier: give it one in scripts/checks/import-direction.mjs`,
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

/** Rooms of one tier may use each other only in one direction; so may the folders of any other package. */
function circles(edges) {
  const graph = new Map();
  for (const edge of edges) {
    const [source, target] = [roomOf(edge.from), roomOf(edge.to)];
    if (isTest(edge.from) || source === undefined || target === undefined || source === target) continue;
    const targets = graph.get(source) ?? new Map();
    targets.set(target, [...(targets.get(target) ?? []), edge]);
    graph.set(source, targets);
  }
  return [...graph].flatMap(([source, targets]) =>
    [...targets].flatMap(([target, between]) => {
      // Of the two directions the one with fewer imports is the wrong one.
      const back = reaches(graph, target, source);
      const against = graph.get(target)?.get(source)?.length ?? Infinity;
      const odd = between.length < against || (between.length === against && source < target);
      return back && odd
        ? between.map(({ from, line }) => `${from}:${line} closes a circle between ${source} and ${target}`)
        : [];
    }),
  );
}

function roomOf(path) {
  const home = homeOf(path);
  if (home === undefined) return undefined;
  const place = placeOf(path);
  if (place !== undefined) return `${place.app}/${place.room}`;
  const inside = path.slice(home.length + 1).replace(/^src\//, '');
  return inside.includes('/') ? `${home}/${inside.split('/')[0]}` : undefined;
}

function reaches(graph, start, goal, seen = new Set()) {
  if (start === goal) return true;
  if (seen.has(start)) return false;
  seen.add(start);
  return [...(graph.get(start)?.keys() ?? [])].some((next) => reaches(graph, next, goal, seen));
}

import { routes, type RouteName } from '../routes.ts';
import { matchPath } from './match-path.ts';

/** Where a navigation leads. */
export interface Target {
  name: RouteName;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Path and query without the language segment. */
  href: string;
  /** Nothing may be shown here, not even the start. */
  isShut?: boolean;
}

/** The target of a path with its query, without the language segment. An unknown path is the stepper (2.1-27). */
export function readTarget(href: string): Target {
  const [path = '/', search = ''] = href.split(/\?(.*)/s, 2);
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  const query = Object.fromEntries(new URLSearchParams(search));
  for (const route of routes) {
    const patterns: readonly string[] = 'aliases' in route ? [route.path, ...route.aliases] : [route.path];
    for (const pattern of patterns) {
      const params = matchPath(pattern, clean);
      if (params) return { name: route.name, params, query, href };
    }
  }
  return { name: 'order-stepper', params: {}, query: {}, href: '/' };
}

/** The target of a route by its name. */
export function makeTarget(
  name: RouteName,
  params: Readonly<Record<string, string>> = {},
  query: Readonly<Record<string, string>> = {},
): Target {
  const route = routes.find((row) => row.name === name);
  const path = (route?.path ?? '/').replaceAll(/:(\w+)/g, (_part, key: string) =>
    encodeURIComponent(params[key] ?? ''),
  );
  const search = new URLSearchParams(query).toString();
  return { name, params, query, href: search === '' ? path : `${path}?${search}` };
}

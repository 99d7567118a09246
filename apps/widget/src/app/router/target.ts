import { type RouteName, routes } from '../routes.ts';

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
  return findTarget(href) ?? { name: 'order-stepper', params: {}, query: {}, href: '/' };
}

/** Whether the route table has a page at this path, without the language segment. */
export function isPagePath(path: string): boolean {
  return findTarget(path) !== undefined;
}

function findTarget(href: string): Target | undefined {
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
  return undefined;
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

/**
 * Values of a pattern's `:name` parts, or undefined when the path does not match. A part may have a fixed start, as in
 * `/about-:brand`.
 */
function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const parts = path.split('/');
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const value = parts[index] ?? '';
    const colon = part.indexOf(':');
    if (colon < 0) {
      if (part !== value) return undefined;
    } else {
      if (!value.startsWith(part.slice(0, colon)) || value.length === colon) return undefined;
      params[part.slice(colon + 1)] = decode(value.slice(colon));
    }
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

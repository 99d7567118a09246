import { right, wrong, type Finding } from './finding.ts';

/** What one directive of a content policy falls back to when it is not there. */
const fallbacks = { 'frame-src': ['child-src', 'default-src'], 'script-src': ['default-src'] } as const;

type Directives = ReadonlyMap<string, readonly string[]>;

function read(policy: string): Directives {
  const directives = policy.split(';').map((part) => part.trim().split(/\s+/));
  return new Map(directives.map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

/** Whether a source of a policy lets an origin through; paths are left to the browser. */
function allows(source: string, origin: string): boolean {
  const { protocol, host } = new URL(origin);
  if (source === '*') return true;
  if (source.endsWith(':') && !source.includes('/')) return source === protocol;
  const [, scheme = '', named = ''] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/]+)/i.exec(source) ?? [];
  if (scheme !== '' && `${scheme}:` !== protocol && !(scheme === 'http' && protocol === 'https:')) return false;
  return named.startsWith('*.') ? host.endsWith(named.slice(1)) : named === host;
}

/**
 * What the content policies of a page say about us; each of several policies must allow everything.
 *
 * @param policies headers and meta elements, one text each
 * @param origin where Causeway runs
 * @param pageOrigin of the page, for `'self'`
 * @param hasScript whether the page loads the script from Causeway, and not from a package
 */
export function checkContentPolicy(
  policies: readonly string[],
  origin: string,
  pageOrigin: string,
  hasScript: boolean,
): Finding[] {
  const needed = hasScript ? (['frame-src', 'script-src'] as const) : (['frame-src'] as const);
  const findings = policies.flatMap((policy) => {
    const directives = read(policy);
    const sandbox = directives.get('sandbox');
    const missing =
      sandbox && ['allow-scripts', 'allow-same-origin', 'allow-popups'].filter((token) => !sandbox.includes(token));
    const sandboxed = missing?.length
      ? [
          wrong(
            `The content policy's sandbox lacks ${missing.join(' ')}.`,
            'Take sandbox out of the policy, or add what is missing.',
          ),
        ]
      : [];
    return [
      ...sandboxed,
      ...needed.flatMap((name) => {
        const governing = [name, ...fallbacks[name]].find((candidate) => directives.has(candidate));
        const sources = governing === undefined ? undefined : directives.get(governing);
        const isAllowed = sources?.some(
          (source) =>
            allows(source, origin) ||
            (source === "'self'" && origin === pageOrigin) ||
            (name === 'script-src' && source === "'strict-dynamic'"),
        );
        if (sources === undefined || isAllowed) return [];
        return [
          wrong(
            `The content policy (${governing}) does not allow ${origin}.`,
            `${name} ${sources.filter((source) => source !== "'none'").join(' ')} ${origin}`.replace(/\s+/g, ' '),
          ),
        ];
      }),
    ];
  });
  return findings.length > 0
    ? findings
    : [
        right(
          policies.length === 0
            ? 'The page has no content policy that could stop the widget.'
            : `The content policy allows ${origin}.`,
        ),
      ];
}

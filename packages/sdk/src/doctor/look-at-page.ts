import { checkContentPolicy } from './check-content-policy.ts';
import { checkIsolation } from './check-isolation.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkSandbox } from './check-sandbox.ts';
import { doubtful, type Finding } from './finding.ts';

/** Headers of the page itself, which it may read; empty when it cannot be requested again. */
async function readHeaders(): Promise<Headers> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).headers;
  } catch {
    return new Headers();
  }
}

function sandboxAround(): string | null {
  try {
    return window.frameElement?.getAttribute('sandbox') ?? null;
  } catch {
    // A parent of another origin cannot be read.
    return null;
  }
}

/** Every fault that the page around the widget can have by itself. */
export async function lookAtPage(origin: string): Promise<Finding[]> {
  const headers = await readHeaders();
  const header = (name: string) => headers.get(name) ?? '';
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[http-equiv="content-security-policy" i]')];
  const policies = [...header('content-security-policy').split(','), ...metas.map(({ content }) => content)];
  const hasScript = document.querySelector(`script[src^="${CSS.escape(origin).replaceAll('\\', '\\\\')}"]`) !== null;
  const isSecure = window.isSecureContext
    ? []
    : [
        doubtful(
          'The page does not come over https: no camera, no clipboard, no isolation.',
          'Serve the page over https.',
        ),
      ];
  return [
    ...checkContentPolicy(
      policies.filter((policy) => policy.trim() !== ''),
      origin,
      location.origin,
      hasScript,
    ),
    ...checkPermissions(header('permissions-policy'), origin),
    ...checkIsolation({
      embedder: header('cross-origin-embedder-policy'),
      opener: header('cross-origin-opener-policy'),
    }),
    ...checkSandbox(sandboxAround()),
    ...isSecure,
  ];
}

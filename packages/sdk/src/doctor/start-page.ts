import { askServer } from './ask-server.ts';
import { checkContentPolicy } from './check-content-policy.ts';
import { checkIsolation } from './check-isolation.ts';
import { checkPermissions } from './check-permissions.ts';
import { checkSandbox } from './check-sandbox.ts';
import { drawFindings } from './draw-findings.ts';
import { wrong, type Finding } from './finding.ts';

/** Value of a header among lines such as curl prints. */
function headerIn(lines: string, name: string): string {
  const found = [...lines.matchAll(new RegExp(`^${name}:\\s*(.*)$`, 'gim'))].map(([, value = '']) => value.trim());
  return found.join(', ');
}

async function examine(fields: FormData): Promise<Finding[]> {
  const field = (name: string) => {
    const value = fields.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const page = field('page');
  if (!URL.canParse(page))
    return [
      wrong(
        `${page || 'Nothing'} is not an address.`,
        'Give the address of your page, such as https://shop.example/pay.',
      ),
    ];
  const pageOrigin = new URL(page).origin;
  const { origin } = location;
  const headers = field('headers');
  const policies = headerIn(headers, 'content-security-policy').split(',');
  const sandbox = /\bsandbox(?:="([^"]*)")?/.exec(field('markup'));
  return [
    ...(await askServer({
      origin,
      partnerKey: field('partner_key'),
      pageOrigin,
      sessionToken: field('session_token'),
    })),
    ...checkContentPolicy(
      policies.filter((policy) => policy.trim() !== ''),
      origin,
      pageOrigin,
      true,
    ),
    ...checkPermissions(headerIn(headers, 'permissions-policy'), origin),
    ...checkIsolation({
      embedder: headerIn(headers, 'cross-origin-embedder-policy'),
      opener: headerIn(headers, 'cross-origin-opener-policy'),
    }),
    ...checkSandbox(sandbox === null ? null : (sandbox[1] ?? '')),
  ];
}

/** Makes the form of the doctor's own page answer. */
export function startPage(form: HTMLFormElement, answer: HTMLElement): void {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void examine(new FormData(form)).then((findings) => answer.replaceChildren(drawFindings(findings)));
  });
}

import { doubtful, right, type Finding } from './finding.ts';

const wanted = {
  camera: 'proof of identity',
  payment: 'the browser’s payment sheet',
  'clipboard-write': 'copying an address',
  'publickey-credentials-get': 'signing in by passkey',
  'publickey-credentials-create': 'new passkey',
};

/**
 * What the permissions policy of a page forbids the frame.
 *
 * @param policy the header; empty when there is none
 * @param origin where Causeway runs
 */
export function checkPermissions(policy: string, origin: string): Finding[] {
  const findings = Object.entries(wanted).flatMap(([name, use]) => {
    const [, list] = new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*(\\*|\\([^)]*\\))`).exec(policy) ?? [];
    if (list === undefined || list === '*' || list.includes(`"${origin}"`)) return [];
    return [
      doubtful(
        `The permissions policy keeps ${name} from the widget: no ${use} in the frame.`,
        `Permissions-Policy: ${name}=(self "${origin}")`,
      ),
    ];
  });
  return findings.length > 0 ? findings : [right('The permissions policy leaves the widget what it needs.')];
}

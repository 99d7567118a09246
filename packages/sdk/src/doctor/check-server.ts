import { SESSION_REFUSALS, type SessionRefusal } from '@causeway/bridge/shared/payloads';
import { doubtful, right, wrong, type Finding } from './finding.ts';

/** What the server of Causeway says about a key, an origin and a session token. */
export interface ServerReport {
  /** Unix milliseconds. */
  now: number;
  isKeyKnown: boolean;
  isOriginAllowed: boolean;
  /** An allowed origin that looks much like this one; empty when none does. */
  similarOrigin: string;
  /** `fresh`, or why the token opens nothing; empty when none was given. */
  token: '' | 'fresh' | SessionRefusal;
}

const refusals: Record<SessionRefusal, string> = {
  unknown: 'Causeway did not make this session token: it is cut short, changed, or of another Causeway.',
  used: 'The session token was used before. It opens one page, once.',
  expired: 'The session token is older than five minutes.',
  partner: 'The session token belongs to another partner than the partner key.',
};

/** A refused session token, and how to get a valid one. */
export const refusedToken = (reason: SessionRefusal): Finding =>
  wrong(
    refusals[reason],
    'Ask your server for a new token each time the widget is loaded: sessionToken: () => fetch(…).',
  );

/** Reads the answer, or nothing when it is not one. */
export function readReport(value: unknown): ServerReport | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = new Map<string, unknown>(Object.entries(value));
  const now = given.get('now');
  const similar = given.get('similar_origin');
  const token = (['fresh', ...SESSION_REFUSALS] as const).find((each) => each === given.get('token'));
  if (typeof now !== 'number') return undefined;
  return {
    now,
    isKeyKnown: given.get('is_key_known') === true,
    isOriginAllowed: given.get('is_origin_allowed') === true,
    similarOrigin: typeof similar === 'string' ? similar : '',
    token: token ?? '',
  };
}

/** A key that no partner has; a secret one is not repeated. */
function judgeKey(partnerKey: string): Finding {
  if (partnerKey.startsWith('sk_'))
    return wrong(
      'The partner key is a secret key: whoever opens the page can read it.',
      'Give the public key, pk_…, and have the secret one replaced: rotate-key.',
    );
  return wrong(
    `No partner has the key ${partnerKey || '(none)'}.`,
    'Copy the public key, pk_…, that the operator of Causeway gave you.',
  );
}

/** Key, origin, token and clock, as the server sees them. `clock` is the page's time in Unix milliseconds. */
export function checkServer(report: ServerReport, partnerKey: string, pageOrigin: string, clock: number): Finding[] {
  const skew = Math.round((clock - report.now) / 1000);
  const isRefusal = true;
  const findings: Finding[] = [
    report.isKeyKnown ? right(`The partner key ${partnerKey} is known.`) : { ...judgeKey(partnerKey), isRefusal },
  ];
  if (report.isKeyKnown) {
    const hint = report.similarOrigin && ` Allowed is ${report.similarOrigin}, which is another origin.`;
    findings.push(
      report.isOriginAllowed
        ? right(`${pageOrigin} is an allowed origin.`)
        : {
            ...wrong(
              `${pageOrigin} is not an allowed origin of ${partnerKey}.${hint}`,
              `Have the operator add ${pageOrigin} to the allowed origins of your partner, exactly as it is written here.`,
            ),
            isRefusal,
          },
    );
  }
  if (report.token === 'fresh') findings.push(right('The session token is fresh.'));
  else if (report.token !== '') findings.push(refusedToken(report.token));
  findings.push(
    Math.abs(skew) > 60
      ? doubtful(
          `The clock of this device is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} that of Causeway: prices and codes may look expired.`,
          'Set the clock, best from the network.',
        )
      : right('The clock is right.'),
  );
  return findings;
}

import { importPKCS8, SignJWT } from 'jose';
import { z } from 'zod';
import { type FirebaseAccount, readFirebaseAccount } from '../../config/push/config-push.ts';
import type { Config } from '../../config/config.ts';
import { callProvider } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { PushMessage, PushService } from '../push/port.ts';

const provider = 'push';
const timeoutMs = 8000;
const scope = 'https://www.googleapis.com/auth/firebase.messaging';
/** What the service keeps a message for a phone that is off: news of yesterday is no news. */
const keptSeconds = 24 * 3600;
const assertionSeconds = 600;
/** A token that ends soon is not used any more. */
const spareMs = 60_000;

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const refused = z.object({
  error: z.object({
    status: z.string().default(''),
    message: z.string().default(''),
    details: z.array(z.looseObject({ errorCode: z.string().optional() })).default([]),
  }),
});

/**
 * Messages to apps by Firebase Cloud Messaging (HTTP v1), which reaches Android's and, through Apple's service, iOS's.
 *
 * @returns `undefined` without an account
 */
export function createFirebasePush(
  { FIREBASE_ACCOUNT, FIREBASE_URL }: Pick<Config, 'FIREBASE_ACCOUNT' | 'FIREBASE_URL'>,
  clock: { now(): Date },
): PushService | undefined {
  const account = readFirebaseAccount(FIREBASE_ACCOUNT);
  if (account === undefined) return undefined;
  const url = `${FIREBASE_URL}/v1/projects/${account.project_id}/messages:send`;
  let access: { token: string; until: number } | undefined;
  return {
    async send(token, message) {
      const now = clock.now().getTime();
      if (access === undefined || access.until - spareMs < now) access = await getAccess(account, now);
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${access.token}` };
      const call = { method: 'POST', headers, body: JSON.stringify(toBody(token, message)) } as const;
      const { status, text } = await callProvider(provider, url, call, timeoutMs);
      if (status === 200) return 'taken';
      if (status === 401) access = undefined;
      return judge(status, text);
    },
  };
}

/** The same tag and collapse id show a message that comes twice once. */
function toBody(token: string, { topic, title, text, path }: PushMessage) {
  return {
    message: {
      token,
      notification: { title, body: text },
      data: { path, topic },
      android: { ttl: `${keptSeconds}s`, notification: { tag: topic } },
      apns: { headers: { 'apns-collapse-id': topic } },
    },
  };
}

/** Only a token that is not registered any more, or is of another project, ends; any other refusal may pass. */
function judge(status: number, text: string): 'gone' {
  const { error } = refused.safeParse(parseJson(text)).data ?? { error: undefined };
  const codes = error?.details.map(({ errorCode }) => errorCode) ?? [];
  if (codes.includes('UNREGISTERED') || codes.includes('SENDER_ID_MISMATCH')) return 'gone';
  const message = `${error?.status ?? ''} ${error?.message ?? ''}`.trim().slice(0, 200);
  throw new ProviderError(provider, 'refused', { code: String(status), message });
}

/** RFC 7523: the account signs who it is, and gets a token for an hour. */
async function getAccess(account: FirebaseAccount, now: number): Promise<{ token: string; until: number }> {
  const seconds = Math.floor(now / 1000);
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(account.client_email)
    .setAudience(account.token_uri)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + assertionSeconds)
    .sign(await importPKCS8(account.private_key, 'RS256'));
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, text } = await callProvider(
    provider,
    account.token_uri,
    { method: 'POST', headers, body },
    timeoutMs,
  );
  const { data } = granted.safeParse(parseJson(text));
  if (status !== 200 || data === undefined)
    throw new ProviderError(provider, 'refused', { code: `token_${status}`, message: text.slice(0, 200) });
  return { token: data.access_token, until: now + data.expires_in * 1000 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

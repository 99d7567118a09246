import { toUnixSeconds } from '@causeway/contract/fields/fields';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import { callProvider } from '../call-provider.ts';
import { ProviderError } from '../provider-error.ts';
import type { Applicant, IdentityCheck, IdentityEvent, Verdict } from './port.ts';

type Settings = Pick<
  Config,
  | 'IDENTITY_CHECK'
  | 'SUMSUB_URL'
  | 'SUMSUB_APP_TOKEN'
  | 'SUMSUB_SECRET_KEY'
  | 'SUMSUB_WEBHOOK_SECRET'
  | 'SUMSUB_LEVEL'
  | 'SUMSUB_PAGE_ORIGIN'
>;

const name = 'sumsub';
const timeoutMs = 8000;

/** https://docs.sumsub.com/reference/get-applicant-review-status: what stands between asking and answering. */
const statuses = [
  'init',
  'pending',
  'prechecked',
  'queued',
  'completed',
  'onHold',
  'awaitingUser',
  'awaitingService',
] as const;

/** https://docs.sumsub.com/docs/receive-and-interpret-results-via-api; `clientComment` is for our eyes only. */
const result = z.object({
  reviewAnswer: z.enum(['GREEN', 'RED']),
  reviewRejectType: z.enum(['RETRY', 'FINAL']).optional(),
  rejectLabels: z.array(z.string().max(100)).max(100).default([]),
  moderationComment: z.string().max(5000).default(''),
});
const review = z.object({
  reviewId: z.string().max(100).default(''),
  attemptId: z.string().max(100).default(''),
  levelName: z.string().max(200).default(''),
  reviewDate: z.string().max(50).default(''),
  reviewStatus: z.enum(statuses),
  reviewResult: result.optional(),
});
/** https://docs.sumsub.com/reference/get-applicant-data-via-externaluserid, of which most is left unread. */
const applicant = z.object({
  id: z.string().min(1).max(200),
  externalUserId: z.string().max(200),
  info: z
    .object({
      firstName: z.string().max(200).default(''),
      lastName: z.string().max(200).default(''),
      dob: z.string().max(20).default(''),
      idDocs: z.array(z.object({ number: z.string().max(100).default('') })).default([]),
    })
    .default({ firstName: '', lastName: '', dob: '', idDocs: [] }),
  review,
});
const failure = z.object({ code: z.int(), description: z.string().default('') });
const event = z.object({ type: z.string().min(1).max(100), applicantId: z.string().min(1).max(200) });
const algorithms: ReadonlyMap<string, string> = new Map([
  ['HMAC_SHA256_HEX', 'sha256'],
  ['HMAC_SHA512_HEX', 'sha512'],
]);

/** The time, so that tests can move it. */
interface Clock {
  now(): Date;
}

/** A provider with Sumsub's interface; `undefined` where people of the operator check. */
export function createIdentityCheck(config: Settings, clock: Clock): IdentityCheck | undefined {
  if (config.IDENTITY_CHECK === 'manual') return undefined;
  const { SUMSUB_LEVEL: level, SUMSUB_PAGE_ORIGIN: pageOrigin } = config;
  const call = <Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
  ) => callSigned(config, clock, { schema, method, path, body });
  const at = encodeURIComponent;
  const get = async (id: string) => toApplicant(await call(applicant, 'GET', `/resources/applicants/${id}/one`), level);
  return {
    name,
    pageOrigin,
    // https://docs.sumsub.com/reference/create-applicant answers 409 for a reference that has one.
    openApplicant: async (reference) => {
      const made = call(applicant, 'POST', `/resources/applicants?levelName=${at(level)}`, {
        externalUserId: reference,
      });
      return made
        .then((answer) => toApplicant(answer, level))
        .catch((error: unknown) => {
          if (!(error instanceof ProviderError) || error.code !== '409') throw error;
          return get(`-;externalUserId=${at(reference)}`);
        });
    },
    getApplicant: (id) => get(at(id)),
    // https://docs.sumsub.com/reference/generate-access-token and …/generate-websdk-external-link
    openPage: async ({ reference: userId, language, returnUrl, seconds: ttlInSecs }) => {
      const asked = { levelName: level, userId, ttlInSecs };
      const link = `/resources/sdkIntegrations/levels/-/websdkLink?lang=${at(language)}`;
      const redirect = pageOrigin === '' && { redirect: { successUrl: returnUrl, rejectUrl: returnUrl } };
      const { token } = await call(
        z.object({ token: z.string().min(1) }),
        'POST',
        '/resources/accessTokens/sdk',
        asked,
      );
      const { url } = await call(z.object({ url: z.url({ protocol: /^https?$/ }) }), 'POST', link, {
        ...asked,
        ...redirect,
      });
      return { token, url };
    },
    // https://docs.sumsub.com/reference/deactivate-applicant-profile
    endApplicant: async (id) => {
      const path = `/resources/applicants/${at(id)}/presence/deactivated`;
      await call(z.unknown(), 'PATCH', path).catch((error: unknown) => {
        if (!(error instanceof ProviderError) || error.code !== '404') throw error;
      });
    },
    readEvent: (body, signature) => readEvent(config.SUMSUB_WEBHOOK_SECRET, body, signature),
  };
}

/**
 * https://docs.sumsub.com/reference/authentication: HMAC-SHA256 over time, method, path with query, and body.
 *
 * @throws ProviderError
 */
async function callSigned<Schema extends z.ZodType>(
  { SUMSUB_URL, SUMSUB_APP_TOKEN, SUMSUB_SECRET_KEY }: Settings,
  clock: Clock,
  asked: { schema: Schema; method: 'GET' | 'POST' | 'PATCH'; path: string; body: object | undefined },
): Promise<z.output<Schema>> {
  const { schema, method, path } = asked;
  const body = asked.body === undefined ? '' : JSON.stringify(asked.body);
  const time = String(toUnixSeconds(clock.now()));
  const signature = createHmac('sha256', SUMSUB_SECRET_KEY).update(`${time}${method}${path}${body}`).digest('hex');
  const headers = {
    'x-app-token': SUMSUB_APP_TOKEN,
    'x-app-access-ts': time,
    'x-app-access-sig': signature,
    ...(body !== '' && { 'content-type': 'application/json' }),
  };
  const call = { method, headers, ...(body !== '' && { body }) };
  const { status, text } = await callProvider(name, `${SUMSUB_URL}${path}`, call, timeoutMs);
  const answer = parseJson(text);
  if (status < 200 || status >= 300 || answer === undefined) {
    const refusal = failure.safeParse(answer).data;
    // A refusal must be in the provider's own format; anything else leaves open what happened.
    const isRefusal = status >= 400 && status < 500 && refusal !== undefined;
    throw new ProviderError(name, isRefusal ? 'refused' : 'unknown', {
      code: isRefusal ? String(refusal.code) : `http_${status}`,
      message: refusal?.description ?? '',
    });
  }
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new ProviderError(name, 'unknown', { code: 'answer_malformed', cause: parsed.error });
}

function toApplicant({ id, externalUserId, info, review: seen }: z.output<typeof applicant>, level: string): Applicant {
  const { reviewId, attemptId, reviewDate, reviewResult } = seen;
  const verdict = toVerdict(seen, level);
  const isAnswer = verdict !== 'open' && verdict !== 'pending';
  return {
    id,
    reference: externalUserId,
    verdict,
    answerId: isAnswer ? `${reviewId}:${attemptId}:${reviewDate}:${verdict}` : '',
    comment: reviewResult?.moderationComment.trim() ?? '',
    labels: reviewResult?.rejectLabels ?? [],
    papers: {
      firstName: info.firstName.trim(),
      lastName: info.lastName.trim(),
      birthday: info.dob,
      documentNumber: info.idDocs.find(({ number }) => number !== '')?.number ?? '',
    },
  };
}

/** @throws ProviderError for an answer that says less than it must, or speaks of another level */
function toVerdict({ reviewStatus, reviewResult, levelName }: z.output<typeof review>, level: string): Verdict {
  if (reviewStatus === 'init' || reviewStatus === 'awaitingUser') return 'open';
  if (reviewStatus !== 'completed') return 'pending';
  const { reviewAnswer, reviewRejectType } = reviewResult ?? {};
  if (reviewAnswer === 'RED') return reviewRejectType === 'FINAL' ? 'rejected' : 'retry';
  if (reviewAnswer === 'GREEN' && levelName === level) return 'approved';
  throw new ProviderError(name, 'unknown', { code: reviewAnswer === undefined ? 'answer_half' : 'level_wrong' });
}

/** https://docs.sumsub.com/docs/webhook-manager: a digest over the raw body, which carries no time. */
function readEvent(
  secret: string,
  body: string,
  { digest, algorithm }: { digest: string; algorithm: string },
): IdentityEvent | { refused: string } {
  const hash = algorithms.get(algorithm);
  if (hash === undefined) return { refused: 'signature_algorithm' };
  if (!/^(?:[0-9a-f]{64}|[0-9a-f]{128})$/.test(digest)) return { refused: 'signature_malformed' };
  const expected = createHmac(hash, secret).update(body).digest();
  const given = Buffer.from(digest, 'hex');
  if (given.length !== expected.length || !timingSafeEqual(expected, given)) return { refused: 'signature_wrong' };
  const parsed = event.safeParse(parseJson(body));
  if (!parsed.success) return { refused: 'body_malformed' };
  // Webhooks have no number of their own: the same text is the same event.
  return { id: createHash('sha256').update(body).digest('hex'), ...parsed.data };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

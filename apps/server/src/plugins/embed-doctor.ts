import type { FastifyInstance } from 'fastify';
import { partnerKey } from '@causeway/contract/fields/fields';
import type { AppContext } from '../context.ts';
import { peekToken } from '../modules/partner-sessions/partner-session.ts';
import { findPartner } from '../modules/partners/find-partner.ts';
import { writeDoctorPage } from '../pages/write-doctor-page.ts';
import { readSdkFile } from './sdk-script.ts';

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The embed doctor: a page for partners, and the report that it and the SDK's overlay request. */
export function embedDoctor(app: FastifyInstance, context: AppContext): void {
  const { BRAND_NAME, PUBLIC_URL } = context.config;
  app.get('/embed-doctor', async (_request, reply) => {
    const hashes: unknown = JSON.parse((await readSdkFile('integrity.json')).toString());
    const integrity = new Map<string, unknown>(Object.entries(hashes ?? {})).get('causeway.js');
    const { html, css } = writeDoctorPage({ brand: BRAND_NAME, origin: new URL(PUBLIC_URL).origin, integrity });
    return reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy.replace("style-src 'self'", `style-src ${css}`))
      .send(html);
  });

  // Nothing here is secret: the origins that may frame a partner's page are in the answer to every page, and a token
  // belongs to its holder.
  app.get('/embed-doctor/report', async (request, reply) => {
    const query = new URLSearchParams(request.raw.url?.split('?', 2)[1]);
    const field = (name: string) => query.get(name) ?? '';
    const key = partnerKey.safeParse(field('partner_key'));
    const partner = key.success ? await findPartner(context, key.data) : undefined;
    const origin = field('origin');
    const token = field('session_token');
    const isAllowed = partner?.allowedOrigins.includes(origin) === true;
    return reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-store')
      .send({
        now: context.clock.now().getTime(),
        is_key_known: partner !== undefined,
        is_origin_allowed: isAllowed,
        similar_origin: isAllowed ? '' : findSimilar(origin, partner?.allowedOrigins ?? []),
        token: token === '' ? '' : await peekToken(context, token, partner?.partnerKey),
      });
  });
}

/** An allowed origin that differs only in scheme, port or `www.`, the usual mistakes. */
function findSimilar(origin: string, allowed: readonly string[]): string {
  const bare = (text: string) => (URL.canParse(text) ? new URL(text).hostname.replace(/^www\./, '') : '');
  return allowed.find((candidate) => bare(candidate) !== '' && bare(candidate) === bare(origin)) ?? '';
}

import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type PageAddress, buildBootData } from '../pages/build-boot-data.ts';
import { judgeOptions } from '../pages/options/judge-options.ts';
import { compressPage, createPageShelf } from '../pages/page-shelf.ts';
import { loadWidgetBundle, type WidgetBundle } from '../pages/widget-bundle.ts';
import { readPageAddress } from '../pages/read-page-address.ts';
import { writePage } from '../pages/write-page.ts';
import { countVisit } from '../modules/referrals/count-visit.ts';
import { isReferralCode } from '../modules/referrals/referral-code.ts';
import { permissionsPolicy } from './security-headers.ts';
import { widgetFiles } from './widget-files.ts';

interface ReadyPage {
  plain: Buffer;
  compressed: Buffer;
  contentSecurityPolicy: string;
  permissionsPolicy: string;
}

/** Serves the widget: its files, and every page with all that the first screen needs inside. */
export async function bootPage(app: FastifyInstance, context: AppContext): Promise<void> {
  const bundle = await loadWidgetBundle();
  const pages = createPageShelf<ReadyPage>(() => context.clock.now().getTime());
  app.addHook('onClose', () => pages.close());
  await widgetFiles(app, context, bundle.assets);
  const licences = await readFile(new URL('../licences.txt', bundle.assets), 'utf8');
  app.get('/licences.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(licences));
  // At the root, so that it may open every page; a browser asks by itself whether there is a newer one.
  const worker = await readFile(new URL('../push-worker.js', bundle.assets), 'utf8');
  app.get('/push-worker.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(worker),
  );
  app.get('/cross_site_redirect', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send('<!doctype html><title>…</title>'),
  );
  // What the page around sends to a running widget is judged as an address of it would be.
  app.get('/embed-doctor/options', async (request, reply) => {
    const query = request.raw.url?.split('?', 2)[1] ?? '';
    const ignored = await judgeOptions(context, bundle, { path: '/buysell', query, isAlone: true });
    return reply.header('cache-control', 'no-store').send({ ignored });
  });
  app.get('/*', async (request, reply) => {
    if (request.headers['x-requested-with'] === 'XMLHttpRequest') throw new Refusal({ code: 'NOT_FOUND' });
    const address = readPageAddress(request);
    const make = () => makePage(context, bundle, address);
    const isOwn = hasSession(request, address) || address.fields['coupon'] !== undefined;
    const page = isOwn
      ? await make()
      : await pages.find(
          `${address.language} ${address.isLanguageNamed} ${address.isAlone} ${address.expected ?? ''} ${address.path}?${address.query || JSON.stringify(address.fields)}`,
          make,
        );
    const code = referralOf(request, address);
    if (code !== undefined) {
      // A visit that could not be counted is no reason to refuse the page.
      await countVisit(context, { code, ip: address.ip }).catch((error: unknown) =>
        context.log.warn('a visit was not counted', { error }),
      );
      void reply.header('set-cookie', referralCookie(context, code));
    }
    const isBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
    if (isBrotli) void reply.header('content-encoding', 'br');
    return reply
      .code(bundle.isPagePath(address.path) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('vary', 'accept-language, cookie, accept-encoding')
      .header('content-security-policy', page.contentSecurityPolicy)
      .header('permissions-policy', page.permissionsPolicy)
      .send(isBrotli ? page.compressed : page.plain);
  });
}

/**
 * A page that a session token opens is made for this one caller and never shared.
 *
 * @throws Refusal TRY_LATER for a look ahead, which must not use the token up
 */
function hasSession(request: FastifyRequest, { fields }: PageAddress): boolean {
  if (fields['sessionToken'] === undefined) return false;
  const purpose = String(request.headers['sec-purpose'] ?? request.headers['purpose'] ?? '');
  if (request.method !== 'GET' || purpose.includes('prefetch')) throw new Refusal({ code: 'TRY_LATER' });
  return true;
}

/** The code of the link that a person followed; a look ahead of the browser is no visit. */
function referralOf(request: FastifyRequest, { fields }: PageAddress): string | undefined {
  const { ref } = fields;
  const purpose = String(request.headers['sec-purpose'] ?? request.headers['purpose'] ?? '');
  const isFollowed = request.method === 'GET' && !purpose.includes('prefetch');
  return isFollowed && typeof ref === 'string' && isReferralCode(ref) ? ref : undefined;
}

const referralDays = 30;

/** Names the link until the registration, which sends it along; the last link followed counts. */
function referralCookie({ config }: AppContext, code: string): string {
  const secure = config.PUBLIC_URL.startsWith('https:') ? '; Secure' : '';
  return `ref=${code}; Path=/; Max-Age=${referralDays * 86_400}; SameSite=Lax${secure}`;
}

async function makePage(context: AppContext, bundle: WidgetBundle, address: PageAddress): Promise<ReadyPage> {
  const { boot: plainBoot, ...origins } = await buildBootData(context, bundle, address);
  const ignored = await judgeOptions(context, bundle, address);
  const boot = { ...plainBoot, ...(ignored.length > 0 && { ignored }) };
  const { html, contentSecurityPolicy } = writePage(bundle, boot, bundle.render(boot), origins);
  const plain = Buffer.from(html);
  const framed = origins.frameOrigins.map((one) => `"${one}"`);
  const policies = {
    contentSecurityPolicy,
    permissionsPolicy: permissionsPolicy(origins.providerOrigins, ['self', ...framed]),
  };
  return { plain, compressed: await compressPage(plain), ...policies };
}

import { readFile } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import { decodeForm, FormError } from '@causeway/contract/wire/decode-form';
import { defaultLanguage, findLanguage, type Language } from '@causeway/domain/languages/languages';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';
import { type PageAddress, buildBootData } from '../pages/build-boot-data.ts';
import { createPageShelf } from '../pages/page-shelf.ts';
import { loadWidgetBundle, type WidgetBundle } from '../pages/widget-bundle.ts';
import { queryOfPlace } from '../pages/query-of-place.ts';
import { writePage } from '../pages/write-page.ts';
import { catalogueLanguages } from '../modules/locales/catalogues.ts';
import { readLanguageAmong } from './read-language.ts';
import { permissionsPolicy } from './security-headers.ts';

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
  await app.register(fastifyStatic, {
    root: bundle.assets.pathname,
    prefix: '/assets/',
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    wildcard: false,
  });
  const licences = await readFile(new URL('../licences.txt', bundle.assets), 'utf8');
  app.get('/licences.txt', (_request, reply) => reply.type('text/plain; charset=utf-8').send(licences));
  app.get('/cross_site_redirect', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
      .send('<!doctype html><title>…</title>'),
  );
  app.get('/*', async (request, reply) => {
    if (request.headers['x-requested-with'] === 'XMLHttpRequest') throw new Refusal({ code: 'NOT_FOUND' });
    // A missing file must not be answered with a page: an old tab would take it for its script.
    if (request.url.startsWith('/assets/')) throw new Refusal({ code: 'NOT_FOUND' });
    const address = readAddress(request);
    const make = () => makePage(context, bundle, address);
    const isOwn = hasSession(request, address) || address.fields['coupon'] !== undefined;
    const page = isOwn
      ? await make()
      : await pages.find(`${address.language} ${address.isAlone} ${address.path}?${address.query}`, make);
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

async function makePage(context: AppContext, bundle: WidgetBundle, address: PageAddress): Promise<ReadyPage> {
  const { boot, ...origins } = await buildBootData(context, bundle, address);
  const { html, contentSecurityPolicy } = writePage(bundle, boot, bundle.render(boot), origins);
  const plain = Buffer.from(html);
  const compressed = brotliCompressSync(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  return {
    plain,
    compressed,
    contentSecurityPolicy,
    permissionsPolicy: permissionsPolicy(origins.providerOrigins, [
      'self',
      ...origins.frameOrigins.map((one) => `"${one}"`),
    ]),
  };
}

function readAddress(request: FastifyRequest): PageAddress {
  const [pathname = '/', asked = ''] = (request.raw.url ?? '/').split('?', 2);
  const [, first = '', ...rest] = pathname.split('/');
  const prefix = first === defaultLanguage ? undefined : findLanguage(first);
  const path = prefix === undefined ? pathname : `/${rest.join('/')}`;
  // A browser that does not send the header may have the page in a frame.
  const isAlone = request.headers['sec-fetch-dest'] === 'document';
  const query = queryOfPlace(path, asked, isAlone);
  const fields = readFields(query);
  const wished = typeof fields['lang'] === 'string' ? findLanguage(fields['lang']) : undefined;
  return { language: prefix ?? wished ?? guessLanguage(request), path, query, fields, isAlone, ip: request.ip };
}

/**
 * Used after the path segment and the host page's language: the cookie, else the browser's first language that has
 * texts. A page in a language without them would claim to be in it, and be in English.
 */
function guessLanguage(request: FastifyRequest): Language {
  const cookie = /(?:^|;\s*)lang=([a-z-]+)/.exec(request.headers.cookie ?? '')?.[1];
  const chosen = findLanguage(cookie ?? '');
  const hasTexts = chosen !== undefined && catalogueLanguages.includes(chosen);
  return hasTexts ? chosen : readLanguageAmong(catalogueLanguages, request.headers['accept-language']);
}

/** A query that a call would refuse is no reason to refuse the page: the widget starts from its defaults. */
function readFields(query: string): Record<string, string | string[]> {
  try {
    return decodeForm(query);
  } catch (error) {
    if (error instanceof FormError) return {};
    throw error;
  }
}

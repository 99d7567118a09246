import { toUnixSeconds } from '@causeway/contract/fields/fields';
import type { BootData, BootHost } from '@causeway/contract/boot/boot-data';
import { getConfig } from '@causeway/contract/calls/get-config';
import type { Presets } from '@causeway/contract/shapes/presets';
import { toCamelCase } from '@causeway/contract/wire/names';
import type { Language } from '@causeway/domain/languages/languages';
import { listRelayOrigins } from '../config/walletconnect/config-walletconnect.ts';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';
import { describeVisitor } from '../modules/clients/describe-client.ts';
import { admitCoupon } from '../modules/coupons/benefits.ts';
import { catalogueLanguages } from '../modules/locales/catalogues.ts';
import { readAddress } from '../modules/merchants/find-sides.ts';
import { getPriceList } from '../modules/currencies/get-price-list.ts';
import { type SessionFault, fixedPresets, redeemToken } from '../modules/partner-sessions/partner-session.ts';
import { findPartner, listFramingOrigins } from '../modules/partners/find-partner.ts';
import { type Partner, toThemeProperties } from '../modules/partners/partner.ts';
import { buildConfig } from '../modules/pricing/config/build-config.ts';
import { type PageRequest, type PresetInput, presetRequest } from './preset-request.ts';
import { type WidgetBundle, firstTexts } from './widget-bundle.ts';
import { findOrder } from '../modules/order-lifecycle/store.ts';

/** The page of the widget that a request is for. */
export interface PageAddress {
  language: Language;
  /** The URL names the language: its path or the host page's `lang`. */
  isLanguageNamed: boolean;
  /** Path without the language prefix. */
  path: string;
  query: string;
  fields: Readonly<Record<string, string | string[]>>;
  /** The browser reports that the page is in no frame. */
  isAlone: boolean;
  /** What the browser's client is expected to do next; undefined for a visitor. */
  expected?: BootData['client']['expected'];
  /** The caller's IP address, for what is counted by it. */
  ip: string;
}

/** The boot data of a page, and which origins may frame it. */
export interface PageData {
  boot: BootData;
  frameAncestors: readonly string[];
  /** Where scripts and frames of other providers come from: the captcha, card fields, the support chat. */
  providerOrigins: readonly string[];
  /** Pages of other providers that may only be framed, and may use the camera: the identity check. */
  frameOrigins: readonly string[];
  /** Where pages may send reports of errors. */
  reportOrigins: readonly string[];
  /** Where pages may meet a wallet over WalletConnect. */
  relayOrigins: readonly string[];
  /** Where pictures of products may come from. */
  imageOrigins: readonly string[];
}

/** Collects what the first screen needs for a visitor of this URL. */
export async function buildBootData(
  context: AppContext,
  bundle: Pick<WidgetBundle, 'isFirstScreenText' | 'script'>,
  address: PageAddress,
): Promise<PageData> {
  const { language, fields, path, isAlone } = address;
  const asked = await readAdmitted(context, readAsked(fields), address.ip);
  const named = asked.partnerKey ?? asked.widgetParams?.partner_key;
  const key = named ?? (isAlone ? undefined : await partnerOfOrder(context, path));
  const opened = await openSession(context, fields, key);
  const partner = opened.partnerKey === undefined ? undefined : await findPartner(context, opened.partnerKey);
  const findGroup = await groupFinder(context);
  const request =
    partner === undefined
      ? withoutTexts(asked)
      : presetRequest({ partner, session: opened.presets, asked, fields, findGroup });
  const config = await buildConfig(context, { request, caller: { kind: 'visitor' }, language });
  const parentOrigins = partner === undefined ? [] : listFramingOrigins(context, partner);
  const boot: BootData = {
    language,
    ...(address.isLanguageNamed && { isLanguageNamed: true }),
    languages: catalogueLanguages,
    texts: firstTexts(bundle.isFirstScreenText, language),
    config,
    client: { ...describeVisitor(language), ...(address.expected && { expected: address.expected }) },
    path: pathOf(address, opened.handle),
    brand: {
      name: context.config.BRAND_NAME,
      slug: context.config.BRAND_SLUG,
      supportUrl: context.config.SUPPORT_URL,
      chatUrl: context.config.SUPPORT_CHAT_URL,
      clientUrl: context.config.CLIENT_URL,
      termsUrl: context.config.TERMS_URL,
      privacyUrl: context.config.PRIVACY_URL,
      legalText: context.config.LEGAL_TEXT,
      legalUrl: context.config.LEGAL_URL,
    },
    captcha: describeCaptcha(context.config),
    ...(partner && { host: describeHost(context, language, partner, opened) }),
    isAnalyticsOn: context.config.ANALYTICS === 'on' ? true : undefined,
    errorReports: describeErrorReports(context, bundle.script),
    parentOrigins,
    theme: readTheme(fields['theme']) ?? partner?.theme ?? 'auto',
    themeProperties: { ...(partner && toThemeProperties(partner.themeSettings)), ...readThemeQuery(fields) },
    now: toUnixSeconds(context.clock.now()),
  };
  return {
    boot,
    frameAncestors: parentOrigins,
    providerOrigins: listProviderOrigins(context),
    frameOrigins: listFrameOrigins(context),
    reportOrigins: listReportOrigins(context),
    relayOrigins: listRelayOrigins(context.config),
    imageOrigins: listImageOrigins(partner, opened.presets),
  };
}

function listFrameOrigins({ providers }: AppContext): string[] {
  const origin = providers.identityCheck?.pageOrigin ?? '';
  return origin === '' ? [] : [origin];
}

async function groupFinder(context: AppContext): Promise<PresetInput['findGroup']> {
  const { payout } = await getPriceList(context);
  return (currency, address) => {
    const options = currency === undefined ? [...payout.values()].flat() : (payout.get(currency) ?? []);
    const taking = readAddress(options, address, context.config.BITCOIN_NETWORK);
    return 'options' in taking ? taking.options[0]?.group.code : undefined;
  };
}

function describeCaptcha(config: AppContext['config']): BootData['captcha'] {
  const { CAPTCHA: kind, CAPTCHA_SCRIPT_URL: scriptUrl, CAPTCHA_SITE_KEY: siteKey } = config;
  return kind === 'siteverify' ? { kind, scriptUrl, siteKey } : { kind };
}

/** Path and query as the page receives them: a used session token is replaced by the session it was exchanged for. */
function pathOf({ path, query }: PageAddress, handle = ''): string {
  const safeQuery = query.replace(/\bcwst_[\w-]*/, handle);
  return safeQuery === '' ? path : `${path}?${safeQuery}`;
}

/**
 * The request in the URL. A value that the call would refuse is left out, and the rest of the page stays as requested.
 */
function readAsked(fields: PageAddress['fields']): PageRequest {
  const parsed = getConfig.request.safeParse(fields);
  if (parsed.success) return parsed.data;
  const refused = new Set(parsed.error.issues.map(({ path }) => path[0]));
  const kept = Object.entries(fields).filter(([name]) => !refused.has(name));
  return getConfig.request.safeParse(Object.fromEntries(kept)).data ?? {};
}

/** The request of a page without a partner: a stranger's words in its URL are not shown. */
function withoutTexts(asked: PageRequest): PageRequest {
  const kept = Object.entries(asked.widgetParams ?? {}).filter(
    ([name]) => !['description', 'productDetails'].includes(toCamelCase(name)),
  );
  return { ...asked, widgetParams: Object.fromEntries(kept) };
}

/** A coupon past the caller's attempts is left out: the page has its price all the same. */
async function readAdmitted(context: AppContext, asked: PageRequest, ip: string): Promise<PageRequest> {
  const { coupon, ...others } = asked;
  try {
    await admitCoupon(context, { coupon, ip, caller: { kind: 'visitor' } });
    return asked;
  } catch (error) {
    if (error instanceof Refusal) return others;
    throw error;
  }
}

/** The session that the URL's session token opened. */
interface OpenedSession {
  partnerKey: string | undefined;
  presets?: Presets;
  handle?: string;
  fault?: SessionFault;
}

async function openSession(
  context: AppContext,
  fields: PageAddress['fields'],
  key: string | undefined,
): Promise<OpenedSession> {
  const token = fields['sessionToken'];
  if (token === undefined || token === '') return { partnerKey: key };
  const opened = await redeemToken(context, typeof token === 'string' ? token : '', key);
  return 'fault' in opened ? { partnerKey: key, fault: opened.fault } : opened.session;
}

function describeHost(
  { texts }: AppContext,
  language: Language,
  partner: Partner,
  { presets, handle = '', fault }: OpenedSession,
): BootHost {
  const refusal = { code: 'PARTNER_SESSION_REFUSED', field: 'session_token', values: { reason: fault ?? '' } } as const;
  return {
    partnerKey: partner.partnerKey,
    locked: Object.keys(fixedPresets(partner, presets)),
    session: handle,
    sessionError: fault === undefined ? null : texts.toErrorItem(language, refusal),
    sessionFault: fault ?? null,
    routes: partner.routes.length === 0 ? null : partner.routes,
  };
}

function listProviderOrigins({ config }: AppContext): string[] {
  const captcha = config.CAPTCHA === 'siteverify' ? [config.CAPTCHA_SCRIPT_URL] : [];
  const chat = config.SUPPORT_CHAT_URL === undefined ? [] : [config.SUPPORT_CHAT_URL];
  const addresses = [...captcha, config.ACQUIRER_URL, config.ACQUIRER_TWO_URL, ...chat].filter(
    (address) => address !== '',
  );
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

/**
 * The author of a link must not choose where the payer's browser goes: pictures come from the partner's registered
 * pages, and from where its own server, by default or by token, has put one.
 */
function listImageOrigins(partner: Partner | undefined, presets: Presets | undefined): string[] {
  if (partner === undefined) return [];
  const named = [partner.defaults.productDetails, presets?.productDetails].flatMap(readImages);
  return [...new Set([...partner.allowedOrigins, ...named])].filter((origin) => origin.startsWith('https://'));
}

function readImages(productDetails = ''): string[] {
  const addresses = [...productDetails.matchAll(/"(https:\/\/[^"\s\\]+)"/g)].map(([, address]) => address ?? '');
  return addresses.filter((address) => URL.canParse(address)).map((address) => new URL(address).origin);
}

function readTheme(value: string | string[] | undefined): BootData['theme'] | undefined {
  return value === 'light' || value === 'dark' || value === 'auto' ? value : undefined;
}

const themeFields = {
  brand: '--cw-brand',
  brandDark: '--cw-brand-dark',
  onBrand: '--cw-on-brand',
  onBrandDark: '--cw-on-brand-dark',
  radius: '--cw-radius',
  density: '--cw-density',
  font: '--cw-font',
} as const;

/** Look options of the host page, over what the partner saved. The widget keeps only safe values. */
function readThemeQuery(fields: PageAddress['fields']): Record<string, string> {
  const properties: Record<string, string> = {};
  for (const [field, property] of Object.entries(themeFields)) {
    const value = fields[field];
    if (typeof value !== 'string') continue;
    properties[property] = /^[0-9a-f]{6}$/i.test(value) ? `#${value}` : value;
  }
  return properties;
}

/** Which build of the widget reports where; nothing when no service is configured. */
function describeErrorReports({ config }: AppContext, script: string): BootData['errorReports'] {
  const { ERROR_REPORT_DSN: dsn, ERROR_REPORT_HOST, PUBLIC_URL } = config;
  if (dsn === undefined) return undefined;
  const release = script.split('/').at(-1)?.replace(/\.js$/, '') ?? '';
  return { dsn, host: ERROR_REPORT_HOST ?? new URL(PUBLIC_URL).host, release };
}

function listReportOrigins({ config }: AppContext): string[] {
  return config.ERROR_REPORT_DSN === undefined ? [] : [new URL(config.ERROR_REPORT_DSN).origin];
}

/**
 * The partner of the order whose page is in a frame. A frame that is reloaded there, or returns there from a payment,
 * has no partner in its URL any more; still only that partner may frame it.
 */
async function partnerOfOrder(context: Pick<AppContext, 'db'>, path: string): Promise<string | undefined> {
  const [, niceId] = /^\/order-status\/([A-Za-z0-9-]{4,64})\/?$/.exec(path) ?? [];
  if (niceId === undefined) return undefined;
  return (await findOrder(context.db, { niceId }))?.partnerKey ?? undefined;
}

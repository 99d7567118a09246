import { decodeForm, FormError } from '@causeway/contract/wire/decode-form';
import { defaultLanguage, findLanguage, type Language } from '@causeway/domain/languages/languages';
import { pathCodeByServerCode } from '@causeway/domain/languages/server-codes';
import type { FastifyRequest } from 'fastify';
import { catalogueLanguages, findWrittenLanguage } from '../modules/locales/catalogues.ts';
import { readLanguageAmong } from '../plugins/read-language.ts';
import type { PageAddress } from './build-boot-data.ts';

type PageRequest = Pick<FastifyRequest, 'headers' | 'ip'> & { raw: Pick<FastifyRequest['raw'], 'url'> };

/** The page that a request is for. Nothing in its URL makes it fail. */
export function readPageAddress({ raw, headers, ip }: PageRequest): PageAddress {
  const [pathname = '/', asked = ''] = (raw.url ?? '/').split('?', 2);
  const [, first = '', ...rest] = pathname.split('/');
  const prefix = first === defaultLanguage ? undefined : findLanguage(first);
  const path = prefix === undefined ? pathname : `/${rest.join('/')}`;
  // A browser that does not send the header may have the page in a frame.
  const isAlone = headers['sec-fetch-dest'] === 'document';
  const query = queryOfPlace(path, asked, isAlone);
  const fields = path === '/' && query === '' ? readLast(headers) : readFields(query);
  const named = findWrittenLanguage(prefix ?? '') ?? readHostLanguage(fields['lang']);
  const language = named ?? guessLanguage(headers);
  const expected = readExpected(headers);
  return { language, isLanguageNamed: named !== undefined, path, query, fields, isAlone, ip, expected };
}

/** The host page's language, by its path code or its three-letter code. */
function readHostLanguage(code: string | string[] | undefined): Language | undefined {
  return typeof code === 'string' ? findWrittenLanguage(pathCodeByServerCode[code] ?? code) : undefined;
}

/** Used where the URL names no language: the cookie, else the browser's first language that has texts. */
function guessLanguage(headers: PageRequest['headers']): Language {
  const cookie = /(?:^|;\s*)lang=([a-z-]+)/.exec(headers.cookie ?? '')?.[1];
  return findWrittenLanguage(cookie ?? '') ?? readLanguageAmong(catalogueLanguages, headers['accept-language']);
}

/** The browser keeps beside its session what its client is expected to do, for the words of the first drawing. */
function readExpected({ cookie = '' }: PageRequest['headers']): PageAddress['expected'] {
  const value = /(?:^|;\s*)(?:__Host-)?expected=(buy|verify)(?:;|$)/.exec(cookie)?.[1];
  return value === 'buy' || value === 'verify' ? value : undefined;
}

/**
 * What a visitor chose last here, as if the URL said it: the browser keeps it over a closed tab. A value that is not
 * possible any more is left out, as one of a URL.
 */
function readLast({ cookie = '' }: PageRequest['headers']): Record<string, string> {
  const [, last = ''] = /(?:^|;\s*)(?:__Host-)?last=([\w.~]{1,99})(?:;|$)/.exec(cookie) ?? [];
  const [payinCurrency, payinGroup, payinAmount, payoutCurrency, payoutGroup] = last.split('~');
  if (payoutGroup === undefined) return {};
  const fields = { payinCurrency, payinGroup, payinAmount, payoutCurrency, payoutGroup };
  return Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : [])));
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

/**
 * The query of a page as it applies to its place (5-40, A-043): `partnerKey` names the partner of `/widget` in a frame.
 * Elsewhere a page has a partner by `partner_key` alone, the widget param that order links carry.
 *
 * @param isAlone the browser says that the page is in no frame
 */
export function queryOfPlace(path: string, query: string, isAlone: boolean): string {
  if (path === '/widget' && !isAlone) return query;
  return query
    .split('&')
    .filter((part) => !new URLSearchParams(part).has('partnerKey'))
    .join('&');
}

import type { Messages } from '@lingui/core';
import type { getLocaleKeys } from '@causeway/contract/calls/get-locale-keys';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Api } from '../api/api.ts';
import type { Endpoint } from '../api/endpoint.ts';

export const localeKeysEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof getLocaleKeys>> = {
  id: 'C-68',
  method: 'POST',
  path: '/{lang}/data/locale_keys/',
  keys: ['data'],
  isData: true,
};

/** All texts of a language, compiled in a chunk of its own. */
export async function loadTexts(api: Api, language: string): Promise<Messages> {
  const [answer, { compileTexts }] = await Promise.all([
    api.call(localeKeysEndpoint, {}, { params: { lang: language } }),
    import('./compile-texts.ts'),
  ]);
  return compileTexts(answer.data);
}

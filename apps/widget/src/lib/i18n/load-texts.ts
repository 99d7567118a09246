import type { Messages } from '@lingui/core';
import type { Api } from '../api/api.ts';
import { getLocaleKeysEndpoint } from '@causeway/contract/endpoints/get-locale-keys.generated';

/** All texts of a language, compiled in a chunk of its own. */
export async function loadTexts(api: Api, language: string): Promise<Messages> {
  const [answer, { compileTexts }] = await Promise.all([
    api.call(getLocaleKeysEndpoint, {}, { params: { lang: language } }),
    import('./compile-texts.ts'),
  ]);
  return compileTexts(answer.data);
}

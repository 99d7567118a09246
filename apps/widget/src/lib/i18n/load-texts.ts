import type { Messages } from '@lingui/core';
import { hasKeys } from '../api/has-keys.ts';
import { sendRequest } from '../api/send-request.ts';
import { ServerFailure } from '../api/server-failure.ts';

/** All texts of a language, in the form in which they are shown. */
export async function loadTexts(language: string): Promise<Messages> {
  const { status, body } = await sendRequest(fetch, { method: 'GET', url: `/texts/${language}`, headers: {} });
  if (status !== 200 || !hasKeys<Messages>(body, [])) throw new ServerFailure(status);
  return body;
}

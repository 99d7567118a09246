import { readDocumentEndpoint } from '@causeway/contract/endpoints/read-document.generated';
import type { FileSender } from '../../../lib/api/send-file.ts';
import { NetworkFailure } from '../../../lib/api/network-failure.ts';
import { ServerFailure } from '../../../lib/api/server-failure.ts';

/** How often a file is asked for again with a new access token. */
const renewalsMax = 2;

/**
 * C-25: a file that was just uploaded, as the server made it anew. It stays in the memory of the page.
 *
 * @returns `undefined` once it may no longer be read
 */
export async function readFile(
  { session, language, renew }: FileSender,
  id: string,
  signal: AbortSignal,
): Promise<Blob | undefined> {
  for (let retry = 0; ; retry += 1) {
    const response = await ask(readDocumentEndpoint.path.replace('{id}', encodeURIComponent(id)), {
      signal,
      cache: 'no-store',
      headers: {
        'X-Requested-With': 'XMLHttpRequest',
        'Accept-Language': language,
        'X-Authorization': `Bearer ${session.tokens()?.access ?? ''}`,
      },
    });
    const { status } = response;
    if (status === 200) return response.blob();
    if (status === 404) return undefined;
    if (status === 401) session.clear('session-over');
    if ((status !== 403 && status !== 405) || retry === renewalsMax) throw new ServerFailure(status, []);
    await renew();
  }
}

async function ask(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (request.signal?.aborted === true) throw error;
    throw new NetworkFailure('The file did not arrive.', { cause: error });
  }
}

import { NetworkFailure } from '../api/network-failure.ts';
import type { FileSender } from '../api/post-file.ts';
import { ServerFailure } from '../api/server-failure.ts';

/** How often a file is asked for again with a new access token. */
const renewalsMax = 2;

export interface FileRequest {
  path: string;
  /** Sent as a form, by the names of the wire; without it the file is read by GET. */
  form?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
}

/** Asks for a file of the client. @returns the answer with 200 or 404; others are thrown as the calls of the api do */
export async function fetchFile(
  { session, language, renew }: Pick<FileSender, 'session' | 'language' | 'renew'>,
  request: FileRequest,
): Promise<Response> {
  for (let retry = 0; ; retry += 1) {
    const access = session.tokens()?.access;
    const response = await ask(request, {
      'X-Requested-With': 'XMLHttpRequest',
      'Accept-Language': language,
      'X-Authorization': `Bearer ${access ?? ''}`,
    });
    const { status } = response;
    if (status === 200 || status === 404) return response;
    if (status === 401 && session.tokens()?.access === access) session.clear('session-over');
    if ((status !== 403 && status !== 405) || retry === renewalsMax) throw new ServerFailure(status, []);
    await renew();
  }
}

async function ask({ path, form, signal }: FileRequest, headers: Readonly<Record<string, string>>) {
  try {
    return await fetch(path, {
      cache: 'no-store',
      headers,
      // The browser says by itself that it is a form.
      ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) }),
      ...(signal !== undefined && { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new NetworkFailure('The file did not arrive.', { cause: error });
  }
}

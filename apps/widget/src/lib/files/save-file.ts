import { getClientEndpoint } from '@causeway/contract/endpoints/get-client.generated';
import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { Api } from '../api/api.ts';
import type { FileSender } from '../api/post-file.ts';
import { readErrors } from '../api/server-failure.ts';
import { fetchFile } from './fetch-file.ts';

interface Caller {
  api: Api;
  session: FileSender['session'];
  texts: { language: () => string };
}

interface SavedFile {
  endpoint: { path: string };
  params?: Readonly<Record<string, string>>;
  form: Readonly<Record<string, string>>;
}

/** Fetches a file of the client and hands it to the browser. @returns as a call of the api, with what was refused */
export async function fetchAndSave(
  { api, session, texts }: Caller,
  { endpoint, params = {}, form }: SavedFile,
): Promise<{ success: 0 | 1; errors: readonly ErrorItem[] }> {
  const sender = { session, language: texts.language(), renew: () => api.call(getClientEndpoint, {}) };
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_part: string, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const response = await fetchFile(sender, { path, form });
  if (!response.headers.has('content-disposition')) return { success: 0, errors: readErrors(await response.json()) };
  await saveFile(response);
  return { success: 1, errors: [] };
}

/** Hands a file that has arrived to the browser, by the name that the server gave it. */
export async function saveFile(response: Response): Promise<void> {
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

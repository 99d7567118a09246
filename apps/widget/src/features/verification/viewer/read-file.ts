import { readDocumentEndpoint } from '@causeway/contract/endpoints/read-document.generated';
import type { FileSender } from '../../../lib/api/post-file.ts';
import { fetchFile } from '../../../lib/files/fetch-file.ts';

/**
 * C-25: a file that was just uploaded, as the server re-encoded it. It stays in the memory of the page.
 *
 * @returns `undefined` once it may no longer be read
 */
export async function readFile(sender: FileSender, id: string, signal: AbortSignal): Promise<Blob | undefined> {
  const path = readDocumentEndpoint.path.replace('{id}', encodeURIComponent(id));
  const response = await fetchFile(sender, { path, signal });
  return response.status === 200 ? response.blob() : undefined;
}

import type { getDataExport } from '@causeway/contract/calls/get-data-export';
import type { AnswerOf } from '@causeway/contract/define-call';
import { downloadDataExportEndpoint } from '@causeway/contract/endpoints/download-data-export.generated';
import { getDataExportEndpoint } from '@causeway/contract/endpoints/get-data-export.generated';
import { requestDataExportEndpoint } from '@causeway/contract/endpoints/request-data-export.generated';
import { useEffect, useState } from 'react';
import { readErrors } from '../../../lib/api/server-failure.ts';
import { fetchFile } from '../../../lib/files/fetch-file.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { createPoll } from '../../../lib/polling/poll.ts';
import { useRuntime } from '../../../platform/runtime.ts';
import { useLoaded } from '../../../platform/use-loaded.ts';

/** Milliseconds between two looks while a copy is being made. */
const every = 3000;

export type DataExport = AnswerOf<typeof getDataExport>;

/** The copy of the client's data: how far it is, asking for one, and fetching it. */
export function useDataExport() {
  const { api, network, session, texts } = useRuntime();
  const { data: loaded, error, again } = useLoaded(() => api.call(getDataExportEndpoint, {}));
  const [newer, setNewer] = useState<DataExport>();
  const data = newer ?? loaded;
  const isPreparing = data?.state === 'preparing';

  useEffect(() => {
    if (!isPreparing) return undefined;
    const poll = createPoll({
      network,
      every,
      call: (signal) => api.call(getDataExportEndpoint, {}, { signal }),
      isLast: ({ state }) => state !== 'preparing',
    });
    return poll.subscribe(() => setNewer(poll.state().data));
  }, [api, network, isPreparing]);

  async function request() {
    const answer = await api.call(requestDataExportEndpoint, {});
    if (answer.success === 1) setNewer(answer);
    return answer;
  }

  /** Fetches the archive and hands it to the browser. */
  async function download(form: { password?: string; code?: string }) {
    const sender = {
      session,
      language: texts.language(),
      renew: async () => setNewer(await api.call(getDataExportEndpoint, {})),
    };
    const response = await fetchFile(sender, { path: downloadDataExportEndpoint.path, form });
    // Its time may be over since the page was opened.
    if (response.status === 404) setNewer(await api.call(getDataExportEndpoint, {}));
    if (response.headers.get('content-type') !== 'application/zip')
      return { success: 0 as const, errors: readErrors(await response.json()) };
    await saveFile(response);
    return { success: 1 as const, errors: [] };
  }

  return { data, error, again, request, download };
}

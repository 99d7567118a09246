import { downloadDataExport } from '@causeway/contract/calls/download-data-export';
import { getDataExport } from '@causeway/contract/calls/get-data-export';
import { requestDataExport } from '@causeway/contract/calls/request-data-export';
import { toFlag, toUnixSeconds } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { bindDownload } from '../../plugins/bind-file.ts';
import { clientIdOf } from '../clients/store.ts';
import { openExport } from './open-export.ts';
import { exportEveryMs, requestExport } from './request-export.ts';
import { findLastExport } from './store.ts';

/** A copy of all that is held about a client: C-72 to C-74. */
export function dataExportRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, requestDataExport, async ({ identify }) => {
    const clientId = clientIdOf(await identify());
    await requestExport(context, clientId);
    return readState(context, clientId);
  });
  bindCall(app, context, getDataExport, async ({ identify }) => readState(context, clientIdOf(await identify())));
  bindDownload(app, context, downloadDataExport, async ({ request, caller }) => {
    const { bytes, madeAt } = await openExport(context, { clientId: clientIdOf(caller), ...request });
    return { bytes, type: 'application/zip', name: `my-data-${madeAt.toISOString().slice(0, 10)}.zip` };
  });
}

async function readState({ db, clock }: AppContext, clientId: string) {
  const last = await findLastExport(db, clientId);
  const now = clock.now();
  const isOver = last === undefined || last.endedAt !== null || last.endsAt <= now;
  const nextAt = (last?.requestedAt.getTime() ?? 0) + exportEveryMs;
  const seconds = (at: Date | null | undefined) => (at ? toUnixSeconds(at) : 0);
  return {
    success: toFlag(true),
    state: isOver ? ('none' as const) : last.readyAt === null ? ('preparing' as const) : ('ready' as const),
    madeAt: isOver ? 0 : seconds(last.readyAt),
    endsAt: isOver ? 0 : seconds(last.endsAt),
    bytes: isOver ? 0 : last.bytes,
    nextAt: nextAt > now.getTime() ? Math.ceil(nextAt / 1000) : 0,
    errors: [],
  };
}

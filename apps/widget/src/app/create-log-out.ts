import type { Runtime } from '../platform/runtime.ts';
import { logOutEndpoint } from './data/log-out.ts';

/** Ends the session here and at the server, and the device's part in it inside an app; a second click does nothing. */
export function createLogOut({
  api,
  session,
  native,
  log,
}: Pick<Runtime, 'api' | 'session' | 'native' | 'log'>): () => Promise<void> {
  let isLeaving = false;
  return async () => {
    if (isLeaving || !session.tokens()) return;
    isLeaving = true;
    const { app } = native.getState();
    await app?.leave();
    const refresh = session.tokens()?.refresh ?? '';
    session.clear('signed-out');
    isLeaving = false;
    const device = app && { deviceId: app.facts.deviceId, isForgetBiometric: true };
    await api
      .call(logOutEndpoint, { refresh, ...device })
      .catch((error: unknown) => log.warn('The log-out call failed', error));
  };
}

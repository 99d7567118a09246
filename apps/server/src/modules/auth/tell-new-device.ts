import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { queueSecurityLetter } from '../clients/queue-security-letter.ts';
import type { Device } from './open-session.ts';
import { isDeviceKnown } from './store.ts';

/** Writes to a client about a sign-in from a device that was never seen before. */
export async function tellNewDevice(
  context: AppContext,
  trx: Executor,
  clientId: string,
  { deviceId = '', deviceName = '', platform = '' }: Device,
): Promise<void> {
  if (deviceId === '' || (await isDeviceKnown(trx, clientId, deviceId))) return;
  const device = [deviceName, platform].filter((part) => part !== '').join(', ');
  await queueSecurityLetter(context, trx, clientId, 'new-device', { device });
}

import { finalStatuses } from './status-vibration.ts';
import type { NativeApp } from '../../platform/native.ts';
import type { AppParts } from '../app-parts.ts';

/** The device tells by a touch that the order on screen has come to its end. */
export function followStatus({ stepper }: Pick<AppParts, 'stepper'>, { call, facts }: NativeApp): void {
  if (!facts.can('device-vibrate')) return;
  stepper.subscribe(({ order }, { order: before }) => {
    if (!order || order.niceId !== before?.niceId || order.status === before.status) return;
    const kind = finalStatuses[order.status];
    if (kind) call('device-vibrate', { kind }).catch(() => undefined);
  });
}

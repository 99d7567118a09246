import type { DisplayChange } from './events.ts';
import { type FetchQr, type Mounted, fail, emitDisplay } from './mounted.ts';
import { cardStage } from './stages/card-stage.ts';

/**
 * Reports why a frame cannot work, and shows a card with the other displays in its place, unless the partner wants a
 * frame or nothing.
 */
export function replaceFrame(
  widget: Mounted,
  fetchQr: FetchQr,
  reason: DisplayChange['reason'],
  versions?: readonly number[],
): void {
  const { origin, partnerKey, display } = widget.options;
  if (versions)
    return fail(widget, `The widget at ${origin} speaks version ${versions.join(', ')}, not 1. Update @causeway/sdk.`);
  if (reason === 'no-answer') {
    fail(
      widget,
      `Expected the widget at ${origin} to answer within 20 seconds, but nothing came. Check that the address is right and that ${location.origin} is an allowed origin of ${partnerKey}; <causeway-widget debug> tells more.`,
    );
  }
  if (display) emitDisplay(widget, display, reason);
  else widget.stage ??= cardStage({ widget, fetchQr }, reason);
}

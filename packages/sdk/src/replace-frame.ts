import { askServer } from './doctor/ask-server.ts';
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
    if (refused.has(widget)) return;
    fail(
      widget,
      `Expected the widget at ${origin} to answer within 20 seconds, but nothing came. Check that the address is right and that ${location.origin} is an allowed origin of ${partnerKey}; <causeway-widget debug> tells more.`,
    );
  }
  if (display) emitDisplay(widget, display, reason);
  else widget.stage ??= cardStage({ widget, fetchQr }, reason);
}

/** Widgets whose frame the server refuses: the reason was given. */
const refused = new WeakSet<Mounted>();

/** Asks the server about a frame that stays silent, and gives its reason at once when it refuses the page. */
export async function askWhy(widget: Mounted, fetchQr: FetchQr): Promise<void> {
  // The empty document of a frame that was never opened loads too.
  if (!widget.iframe.src) return;
  const { origin, partnerKey, display } = widget.options;
  // A page that may not send this request learns of the failure when the time is over.
  const findings = await askServer({ origin, partnerKey, pageOrigin: location.origin, sessionToken: '' });
  const faults = findings.filter(({ state, isRefusal }) => state === 'wrong' && isRefusal);
  if (widget.isEnded || widget.isReady || refused.has(widget) || faults.length === 0) return;
  refused.add(widget);
  for (const { what, mend } of faults) fail(widget, `${what} ${mend}`);
  if (display) emitDisplay(widget, display, 'refused');
  else widget.stage ??= cardStage({ widget, fetchQr }, 'refused');
}

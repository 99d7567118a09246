import { NetworkFailure } from '../api/network-failure.ts';
import type { Translate } from '../i18n/texts.ts';

/** What a person is told of a call that failed: the connection is broken, or the fault is on our side. */
export function failureText(failure: unknown, t: Translate): string {
  return t(failure instanceof NetworkFailure ? 'tpl:common:network' : 'tpl:common:error:system');
}

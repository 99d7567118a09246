import type { ErrorItem } from '@causeway/contract/errors/error-item';
import { NetworkFailure } from '../api/network-failure.ts';
import type { Translate } from '../i18n/texts.ts';

/** What an error item says: its own text, else the text of its code. */
export function errorText(item: Pick<ErrorItem, 'text' | 'code'>, t: Translate): string {
  return item.text || t(`tpl:error:${item.code}`);
}

/** The text of a call that failed: the connection is broken, or the fault is on our side. A text is one already. */
export function failureText<Failure>(failure: Failure extends string ? never : Failure, t: Translate): string {
  return t(failure instanceof NetworkFailure ? 'tpl:common:network' : 'tpl:common:error:system');
}

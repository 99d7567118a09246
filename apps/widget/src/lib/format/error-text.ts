import type { ErrorItem } from '@causeway/contract/errors/error-item';
import type { Translate } from '../i18n/texts.ts';

/** What an error item says: its own text, else the text of its code. */
export function errorText(item: Pick<ErrorItem, 'text' | 'code'>, t: Translate): string {
  return item.text || t(`tpl:error:${item.code}`);
}

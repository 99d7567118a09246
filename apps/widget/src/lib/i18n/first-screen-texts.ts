const rooms = ['common', 'exchange'];
/** Texts of these rooms that come later: each place that shows one waits for all texts. */
const later = [
  'tpl:common:step_of',
  'tpl:common:summary',
  'tpl:common:error:something_went_wrong',
  'tpl:common:error:step_not_found',
  'tpl:common:error:unknown',
  'tpl:common:warning:floating_rate_invalid',
  'tpl:exchange:same_as_last',
];
/** Errors that the widget detects by itself; all others come with their text. */
const ownErrors = ['tpl:error:SYSTEM_ERROR', 'tpl:error:TRY_LATER'];
/** What a press on the rate or the name of a fee does: all texts would come for this one. */
const description = 'tpl:chart:more';

/** Whether the first screen may show this text, so that it must travel with the page. Keys are `tpl:<room>:<name>`. */
export function isFirstScreenText(key: string): boolean {
  const isOwn = rooms.includes(key.split(':')[1] ?? '') && !later.includes(key);
  return isOwn || ownErrors.includes(key) || key === description;
}

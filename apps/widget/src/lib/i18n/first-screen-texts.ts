const rooms = ['common', 'exchange'];
/** Errors that the widget detects by itself; all others come with their text. */
const ownErrors = ['tpl:error:SYSTEM_ERROR', 'tpl:error:TRY_LATER'];
/** What a press on the rate or the name of a fee does: all texts would come for this one. */
const description = 'tpl:chart:more';

/** Whether the first screen may show this text, so that it must travel with the page. Keys are `tpl:<room>:<name>`. */
export function isFirstScreenText(key: string): boolean {
  return rooms.includes(key.split(':')[1] ?? '') || ownErrors.includes(key) || key === description;
}

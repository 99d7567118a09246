const rooms = ['common', 'exchange', 'method', 'error'];

/** Whether the first screen may show this text, so that it must travel with the page. Keys are `tpl:<room>:<name>`. */
export function isFirstScreenText(key: string): boolean {
  return rooms.includes(key.split(':')[1] ?? '');
}

/** Whether a text can be shown anywhere as it is: no markup, no control characters, nothing that turns the reading round. */
export function isPlainText(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  return text.isWellFormed() && !/[<>\u0000-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/.test(text);
}

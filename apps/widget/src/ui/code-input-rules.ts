export const codeLength = 6;

/** A confirmation code as it is sent: without spaces and dashes, cut to six characters. */
export function cleanCode(text: string): string {
  return text.replaceAll(/[\s\u2010-\u2015-]/g, '').slice(0, codeLength);
}

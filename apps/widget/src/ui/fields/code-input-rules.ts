export const codeLength = 6;

/** A confirmation code as it is sent: without spaces and dashes, cut to six characters. */
export function cleanCode(text: string): string {
  return text.replaceAll(/[\s\u2010-\u2015-]/g, '').slice(0, codeLength);
}

/** What the boxes hold after a change: what is typed or pasted behind a code that was wrong begins another one. */
export function nextCode(old: string, text: string, isWrong: boolean): string {
  const isBehind = isWrong && old.length === codeLength && text.length > codeLength && text.startsWith(old);
  return cleanCode(isBehind ? text.slice(codeLength) : text);
}

/** The readable text of an HTML mail that came without a text part. */
export function htmlToText(html: string): string {
  return html
    .replaceAll(/<(style|script)\b[\s\S]*?<\/\1>/gi, '')
    .replaceAll(/<(br|\/p|\/div|\/tr|\/h\d)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n\s*\n\s*/g, '\n\n')
    .trim();
}

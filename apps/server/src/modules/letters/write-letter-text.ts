import type { LetterContent } from './letter-content.ts';

/** A letter as plain text. */
export function writeLetterText(content: LetterContent): string {
  const parts = [
    content.title,
    content.body,
    content.code,
    content.rows.map((row) => `${row.label}: ${row.value}`).join('\n'),
    `${content.button.label}: ${content.button.url}`,
    content.note,
    `${content.brand}\n${content.footer}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

import type { Language } from '@causeway/domain/languages/languages';

/** What a letter says, in plain text, before it is written as text or HTML. */
export interface LetterContent {
  language: Language;
  brand: string;
  title: string;
  body: string;
  /** A code to be typed, shown large. */
  code: string;
  rows: readonly { label: string; value: string }[];
  button: { label: string; url: string };
  note: string;
  footer: string;
}

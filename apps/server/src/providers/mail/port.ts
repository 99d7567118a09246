/** A letter ready to go. `id` makes its Message-ID, so that a repeated letter can be recognised. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends letters. Throws ProviderError; a letter may arrive twice, never get lost silently. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  close(): void;
}

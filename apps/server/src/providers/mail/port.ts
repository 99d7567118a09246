/** An e-mail ready to go. `id` makes its Message-ID, so that a repeated e-mail can be recognised. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends e-mails. Throws ProviderError; an e-mail may arrive twice, never get lost silently. */
export interface Mailer {
  send(letter: Letter): Promise<void>;
  close(): void;
}

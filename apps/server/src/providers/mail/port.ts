/** An e-mail ready to be sent. `id` makes its Message-ID, so that a repeated e-mail can be recognised. */
export interface EmailMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  attachments?: readonly Attachment[];
  /** Anybody may have typed the address: it takes none of the connections of the others. */
  isToStranger?: boolean;
}

/** A file that goes with an e-mail. */
export interface Attachment {
  filename: string;
  contentType: string;
  content: Buffer;
}

/** Sends e-mails. Throws ProviderError; an e-mail may arrive twice, but is never lost silently. */
export interface Mailer {
  send(message: EmailMessage): Promise<void>;
  close(): void;
}

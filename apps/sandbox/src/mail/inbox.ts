/** A message as a person would find it; `code` is the first 6-digit code in it, `at` unix milliseconds. */
export type Message = {
  kind: 'mail' | 'sms';
  to: string;
  subject: string;
  text: string;
  code: string | null;
  at: number;
};

/** Every mail and text message that was sent, newest first. */
export class Inbox {
  private messages: Message[] = [];

  add(message: Omit<Message, 'code' | 'at'>): Message {
    const stored = { ...message, code: findCode(`${message.subject}\n${message.text}`), at: Date.now() };
    this.messages.unshift(stored);
    return stored;
  }

  list(to?: string): Message[] {
    const wanted = to?.toLowerCase();
    return wanted === undefined
      ? this.messages
      : this.messages.filter((message) => message.to.toLowerCase() === wanted);
  }

  /** Takes back messages in the order of `list`. */
  restore(messages: Message[]): void {
    this.messages = messages;
  }

  clear(): void {
    this.messages = [];
  }
}

/** The first run of exactly six digits. */
export function findCode(text: string): string | null {
  return /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null;
}

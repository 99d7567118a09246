/** A message as a person would find it; `code` is the first six-digit code in it, `at` unix milliseconds. */
export type Message = {
  kind: 'mail' | 'sms';
  to: string;
  subject: string;
  text: string;
  code: string | null;
  at: number;
};

/** Every mail and text message that was sent. */
export class Inbox {
  /** Oldest first: adding at the front would move the whole list for each message. */
  private messages: Message[] = [];

  add(message: Omit<Message, 'code' | 'at'>): Message {
    const stored = { ...message, code: findCode(`${message.subject}\n${message.text}`), at: Date.now() };
    this.messages.push(stored);
    return stored;
  }

  /** Newest first. */
  list(to?: string): Message[] {
    const wanted = to?.toLowerCase();
    const found =
      wanted === undefined ? this.messages : this.messages.filter((message) => message.to.toLowerCase() === wanted);
    return found.toReversed();
  }

  /** Restores messages in the order of `list`. */
  restore(messages: Message[]): void {
    this.messages = messages.toReversed();
  }

  clear(): void {
    this.messages = [];
  }
}

/** The first six digits that stand alone: those within an order's number, a link, a hash or an amount are no code. */
export function findCode(text: string): string | null {
  return /(?<![\w.,-])\d{6}(?![\w-]|[.,]\d)/.exec(text)?.[0] ?? null;
}

/** A text message. `to` is in international form. */
export interface TextMessage {
  to: string;
  text: string;
}

/** Sends text messages. Throws ProviderError: `refused` when the number can receive none. */
export interface SmsGateway {
  send(message: TextMessage): Promise<void>;
}

/** What a device shows: read by our own script in a browser. */
export interface PushMessage {
  /** Names the message for good: sent twice, it is shown once. Letters, digits, `-` and `_`, at most 32. */
  topic: string;
  /** JSON of at most 3000 bytes. */
  payload: string;
}

/** A service that delivers push messages to devices of one platform. */
export interface PushService {
  /** What a browser subscribes with: the public key, base64url. */
  key: string;
  /** Whether a token that a device sent names a target that may be posted to. */
  accepts(token: string): boolean;
  /**
   * Hands over one message.
   *
   * @returns `gone` when the device takes no more messages under this token, now and later
   * @throws ProviderError when it was not taken this time
   */
  send(token: string, message: PushMessage): Promise<'taken' | 'gone'>;
}

/** Services by the platform of a device; one that is not configured sends nothing. */
export interface PushServices {
  web: PushService | undefined;
}

/** What a device shows. */
export interface PushMessage {
  /** Names the message for good: sent twice, it is shown once. Letters, digits, `-` and `_`, at most 36. */
  topic: string;
  /** At most 500 signs each. */
  title: string;
  text: string;
  /** The page of the product that it opens. */
  path: string;
}

/** A service that delivers push messages to devices. */
export interface PushService {
  /**
   * Hands over one message.
   *
   * @returns `gone` when the device takes no more messages under this token, now and later
   * @throws ProviderError when it was not taken this time
   */
  send(token: string, message: PushMessage): Promise<'taken' | 'gone'>;
}

/** The service of browsers, each of which names its own. */
export interface BrowserPush extends PushService {
  /** What a browser subscribes with: the public key, base64url. */
  key: string;
  /**
   * Reads what a browser sent.
   *
   * @returns the subscription in one spelling and nothing beside it, with its endpoint, by which two are one;
   * `undefined` for one that is none, or whose target may not be posted to
   */
  read(token: string): { token: string; endpoint: string } | undefined;
}

/** Services by the kind of device; one that is not configured sends nothing. */
export interface PushServices {
  web: BrowserPush | undefined;
  /** Of the app around the page, on Android and iOS. */
  app: PushService | undefined;
}

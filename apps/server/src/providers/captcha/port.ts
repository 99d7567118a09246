/** Distinguishes people from programs. Fails closed: any fault is a refusal. */
export interface Captcha {
  /** What identifies a token, stored once it was used. Two texts of one proof of work have the same name. */
  nameOf(token: string): string;
  /** Whether the token is valid for this action. An external verifier may be called once per token. */
  verify(token: string, action: string, ip: string): Promise<boolean>;
  /**
   * A proof of work for a page before a call with this action, as JSON text; `undefined` where the page gets its tokens
   * from the script of a provider.
   */
  makeChallenge?: (action: string) => Promise<string>;
}

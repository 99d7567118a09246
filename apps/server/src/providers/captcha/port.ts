/** Tells people from programs. Fails closed: any fault is a refusal. */
export interface Captcha {
  /**
   * What makes a token one of a kind, to be remembered once it was used. Two texts of one piece of work have the same
   * name.
   */
  nameOf(token: string): string;
  /** Whether the token is good for this action. A verifier outside may be asked once per token. */
  verify(token: string, action: string, ip: string): Promise<boolean>;
  /**
   * Work for a page to do before a call with this action, as JSON text; `undefined` where the page gets its tokens from
   * the script of a provider.
   */
  makeChallenge?: (action: string) => Promise<string>;
}

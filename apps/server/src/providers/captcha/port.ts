/** A captcha verifier of the siteverify shape. Fails closed: any fault is a refusal. */
export interface Captcha {
  /** Whether the token is good for this action. The verifier may be asked once per token. */
  verify(token: string, action: string, ip: string): Promise<boolean>;
}

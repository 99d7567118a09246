/** A person's identity according to a provider. */
export interface SignedIdentity {
  /** The provider, by the issuer URL in its tokens. */
  issuer: string;
  /** The person's id at that provider, never reused for another. */
  subject: string;
  /** Lower-cased; empty when the provider reports none. */
  email: string;
  /** The provider has verified that the address is the person's. */
  isEmailVerified: boolean;
  /** The nonce that the token was requested with. */
  nonce: string;
}

/**
 * Reads the ID tokens of OpenID Connect (https://openid.net/specs/openid-connect-core-1_0.html#IDToken). Fails closed.
 */
export interface IdTokenReader {
  /**
   * Checks a token of one of the configured providers: signature, issuer, audience, times.
   *
   * @param provider code of the provider, such as `google`
   * @returns `undefined` for a provider that is not configured and for a token that is not right
   */
  read(provider: string, token: string): Promise<SignedIdentity | undefined>;
}

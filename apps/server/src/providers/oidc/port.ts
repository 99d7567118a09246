/** Whom a provider says that somebody is. */
export interface SignedIdentity {
  /** The provider, by the address that its tokens name. */
  issuer: string;
  /** The person at that provider; never given to another one. */
  subject: string;
  /** Lower-cased; empty when the provider tells none. */
  email: string;
  /** The provider has seen that the address is the person's. */
  isEmailVerified: boolean;
  /** What the token was asked for with. */
  nonce: string;
}

/** Reads the ID tokens of OpenID Connect (https://openid.net/specs/openid-connect-core-1_0.html#IDToken). Fails closed. */
export interface IdTokenReader {
  /**
   * Checks a token of one of the configured providers: signature, issuer, audience, times.
   *
   * @param provider code of the provider, such as `google`
   * @returns `undefined` for a provider that is not configured and for a token that is not right
   */
  read(provider: string, token: string): Promise<SignedIdentity | undefined>;
}

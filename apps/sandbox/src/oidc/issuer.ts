import { createHash, createSign, generateKeyPairSync } from 'node:crypto';

const lifeSeconds = 300;

export type TokenRequest = {
  clientId: string;
  nonce: string;
  email: string;
  isEmailVerified: boolean;
};

/** A simulated sign-in provider: any person who names an e-mail address counts as its owner. */
export class OidcIssuer {
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly kid = createHash('sha256').update(JSON.stringify(this.publicJwk())).digest('hex').slice(0, 16);
  private readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** The public half of the key, as a JSON Web Key Set. */
  keySet(): { keys: object[] } {
    return { keys: [{ ...this.publicJwk(), kid: this.kid, alg: 'ES256', use: 'sig' }] };
  }

  /** An ID token (https://openid.net/specs/openid-connect-core-1_0.html#IDToken). */
  issue(issuer: string, { clientId, nonce, email, isEmailVerified }: TokenRequest): string {
    const iat = Math.floor(this.now() / 1000);
    const subject = createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 21);
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: subject,
      iat,
      exp: iat + lifeSeconds,
      nonce,
      email,
      email_verified: isEmailVerified,
    };
    const body = [{ alg: 'ES256', typ: 'JWT', kid: this.kid }, claims].map(encode).join('.');
    const signature = createSign('sha256')
      .update(body)
      .sign({ key: this.keys.privateKey, dsaEncoding: 'ieee-p1363' }, 'base64url');
    return `${body}.${signature}`;
  }

  private publicJwk(): object {
    return this.keys.publicKey.export({ format: 'jwk' });
  }
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}

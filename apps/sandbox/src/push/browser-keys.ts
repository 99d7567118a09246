import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';

/** The keys of one subscription, as a browser keeps them: it alone can read what it is sent (RFC 8291). */
export class BrowserKeys {
  readonly #pair: ECDH = createECDH('prime256v1');
  readonly #auth: Buffer = randomBytes(16);

  constructor() {
    this.#pair.generateKeys();
  }

  /** What the page hands to its server. */
  get shown(): { p256dh: string; auth: string } {
    return { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') };
  }

  /** @throws Error when the bytes are no single record of `aes128gcm` for these keys */
  open(bytes: Buffer): string {
    const salt = bytes.subarray(0, 16);
    const sender = bytes.subarray(21, 21 + bytes.readUInt8(20));
    const sealed = bytes.subarray(21 + sender.length);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender]);
    const secret = derive(this.#pair.computeSecret(sender), this.#auth, info, 32);
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
    const opener = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16));
    const opened = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()]);
    // The last record ends with 2 and any zeros.
    return opened.subarray(0, opened.lastIndexOf(2)).toString('utf8');
  }
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, length));
}

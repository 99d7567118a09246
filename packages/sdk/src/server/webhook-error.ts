/**
 * Why a notice is not to be believed: `signature_missing`, `signature_malformed`, `body_not_raw` (it was read and
 * written again before it came here), `key_unknown`, `signature_wrong`, `too_old`, `too_new`, `body_unreadable`.
 */
export type WebhookFault =
  | 'signature_missing'
  | 'signature_malformed'
  | 'body_not_raw'
  | 'key_unknown'
  | 'signature_wrong'
  | 'too_old'
  | 'too_new'
  | 'body_unreadable';

/** A notice that is not from Causeway, or not from now. Answer it with 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookFault;
  constructor(code: WebhookFault, message: string) {
    super(message);
    this.code = code;
  }
}

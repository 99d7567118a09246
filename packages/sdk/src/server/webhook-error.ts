/**
 * Why a webhook is refused: `signature_missing`, `signature_malformed`, `body_not_raw` (it was parsed and serialised
 * before it came here), `key_unknown`, `signature_wrong`, `too_old`, `too_new`, `body_unreadable`.
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

/** A webhook that is not from Causeway, or not recent. Answer it with 400 and do nothing. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookFault;
  constructor(code: WebhookFault, message: string) {
    super(message);
    this.code = code;
  }
}

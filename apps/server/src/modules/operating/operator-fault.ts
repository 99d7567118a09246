/** What an operator asked for cannot be done; the message says why, for a person. Nothing was changed. */
export class OperatorFault extends Error {
  override readonly name = 'OperatorFault';
}

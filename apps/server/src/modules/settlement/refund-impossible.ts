/**
 * The source of money will never take it back. Thrown by a pay-in method only after it has made sure that nothing was
 * sent; the money then goes to the client's balance.
 */
export class RefundImpossible extends Error {
  override readonly name = 'RefundImpossible';
}

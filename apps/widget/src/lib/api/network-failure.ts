/** No answer arrived: offline, a broken connection or more than 10 s. Worth trying again. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

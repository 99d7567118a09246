/** No answer arrived: offline, a broken connection or more than 10 s. Worth trying again. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

/** A provider's script did not load. With a connection something blocks it, and waiting is of no use. */
export class ScriptFailure extends NetworkFailure {}

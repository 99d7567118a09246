/** No answer arrived: offline, a broken connection or more than 10 s. Worth trying again. */
export class NetworkFailure extends Error {
  override readonly name = 'NetworkFailure';
}

/** A script of another firm did not come. With a connection there something keeps it out, and waiting is of no use. */
export class ScriptFailure extends NetworkFailure {}

/** What no master key of the settings opens. Another error says nothing of that: the vault may be away. */
export class NotOpened extends Error {
  override readonly name = 'NotOpened';
}

/** Keeps the master key, which never leaves it: a file, or a key service of a cloud. */
export interface KeyVault {
  /** Closes a key of 32 bytes; the text names the master key that it takes to open it. */
  wrap(key: Uint8Array): Promise<string>;
  /**
   * Opens what `wrap` closed.
   *
   * @throws NotOpened naming the missing master key, or when the text was changed
   */
  unwrap(wrapped: string): Promise<Uint8Array>;
  /** Whether the master key that closes now closed it. */
  isCurrent(wrapped: string): Promise<boolean>;
}

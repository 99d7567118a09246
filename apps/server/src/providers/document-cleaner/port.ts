/** What a file is by its content, whatever it is called. */
export type FileKind = 'jpg' | 'png' | 'heic' | 'pdf';

/** A re-encoded file: it has nothing of the uploaded one but what can be seen. */
export interface CleanFile {
  bytes: Uint8Array;
  ext: 'jpg' | 'pdf';
  pages: number;
}

/** Too many files wait, or a busy machine had no time for this one: nothing was found out about it. */
export class CleanerBusy extends Error {
  override readonly name = 'CleanerBusy';
}

/** Makes files harmless. */
export interface DocumentCleaner {
  /**
   * @param open opens the file when it is its turn, so that those that wait take no memory
   * @returns `undefined` for what is no file of that kind, or one that is too large to be drawn
   * @throws CleanerBusy when it is not its turn in time, or it had too little of the machine to be done
   */
  clean(open: () => Promise<OpenedFile | undefined>): Promise<CleanFile | undefined>;
}

export interface OpenedFile {
  kind: FileKind;
  /** Its content, or where it waits on the disk: what need not come into the memory of this process stays out of it. */
  content: Uint8Array | SealedFile;
}

/** A file on the disk, closed by AES-256-GCM. */
export interface SealedFile {
  path: string;
  key: Uint8Array;
  nonce: Uint8Array;
  tag: Uint8Array;
}

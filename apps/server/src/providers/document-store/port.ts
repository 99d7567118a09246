/** Keeps sealed files by names of ours. It never sees what is in them. */
export interface DocumentStore {
  /** Keeps a file; the same name again takes the place of the old one. It is there for good when this ends. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** `undefined` when there is none. */
  get(name: string): Promise<Uint8Array | undefined>;
  /** Ends a file; one that is not there is no fault. */
  remove(name: string): Promise<void>;
}

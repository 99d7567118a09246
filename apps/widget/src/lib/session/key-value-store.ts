/** Text by key, as browsers keep it. */
export interface KeyValueStore {
  get: (key: string) => string | undefined;
  set: (key: string, value: string) => void;
  remove: (key: string) => void;
  /** Follows changes that other tabs make to a key. */
  follow: (key: string, listener: (value: string | undefined) => void) => void;
}

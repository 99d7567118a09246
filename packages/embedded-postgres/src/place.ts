import type { Installation } from './find-binaries.ts';
import type { ServerUser } from './server-user.ts';

/** Where one database lives and who runs it. */
export interface Place {
  /** The caller's directory: password, port, log and list of owners; the cluster too, unless it had to move. */
  readonly dataDirectory: string;
  /** The directory that holds the cluster: the data directory, or a reachable substitute. */
  readonly home: string;
  /** PostgreSQL's own directory inside the home. */
  readonly cluster: string;
  readonly installation: Installation;
  /** The account of the server's processes; undefined when it is our own. */
  readonly user: ServerUser | undefined;
  readonly log: (line: string) => void;
}

import { join } from 'node:path';

/** Folder of the built pages, the same from the sources and from the built server. */
export const CLIENT_FOLDER = join(import.meta.dirname, '../dist/client');

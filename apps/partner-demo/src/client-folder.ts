import { join } from 'node:path';

/** Where the built pages lie, seen from the sources and from the built server alike. */
export const CLIENT_FOLDER = join(import.meta.dirname, '../dist/client');

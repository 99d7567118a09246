import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants } from 'node:zlib';

/** How often a requested page is made again: rates move in seconds, not faster. */
const renewMs = 1000;
/** Most age of a served page. */
const lifeMs = 2 * renewMs;
/** How long after its last visitor a page is still made again. */
const warmMs = 60_000;
/** How many pages are made ahead of their visitors, the last requested first. */
const warmMax = 4;
const pagesMax = 500;

interface Kept<Page> {
  page: Page;
  make: () => Promise<Page>;
  madeAt: number;
  askedAt: number;
}

/** Pages ready to send. */
export interface PageShelf<Page> {
  /** The page under this key, at most two seconds old; made now when there is none. */
  find(key: string, make: () => Promise<Page>): Page | Promise<Page>;
  close(): void;
}

/**
 * Keeps pages ready. A requested page is made again in the background every second, so that no visitor waits for it; a
 * minute after the last visitor that ends.
 *
 * @param now milliseconds since 1970
 */
export function createPageShelf<Page>(now: () => number): PageShelf<Page> {
  const kept = new Map<string, Kept<Page>>();
  const making = new Map<string, Promise<Page>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  function renew(key: string, make: () => Promise<Page>): Promise<Page> {
    const page = making.get(key) ?? put(key, make).finally(() => making.delete(key));
    making.set(key, page);
    return page;
  }

  async function put(key: string, make: () => Promise<Page>): Promise<Page> {
    const madeAt = now();
    const page = await make();
    if (!kept.has(key) && kept.size >= pagesMax) kept.clear();
    kept.set(key, { page, make, madeAt, askedAt: kept.get(key)?.askedAt ?? madeAt });
    return page;
  }

  async function renewAsked(): Promise<void> {
    const since = now() - warmMs;
    const asked = [...kept].filter(([, { askedAt }]) => askedAt > since);
    const last = asked.toSorted(([, left], [, right]) => right.askedAt - left.askedAt).slice(0, warmMax);
    for (const [key, { make }] of last) {
      // The next caller makes it again, and gets the error.
      await renew(key, make).catch(() => kept.delete(key));
    }
    timer = undefined;
    if (last.length > 0) schedule();
  }

  function schedule(): void {
    if (timer !== undefined || isClosed) return;
    timer = setTimeout(() => void renewAsked(), renewMs);
    timer.unref();
  }

  return {
    find(key, make) {
      schedule();
      const at = now();
      const known = kept.get(key);
      if (known === undefined) return renew(key, make);
      known.askedAt = at;
      return at - known.madeAt < lifeMs ? known.page : renew(key, make);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}

const compressInBackground = promisify(brotliCompress);
let isBackgroundTaken = false;

/**
 * Compresses a page. The better way makes it a twelfth smaller and takes some 10 ms of another thread: one page at a
 * time gets it, so that many pages at once, each of another URL, neither wait nor keep sign-ins from their threads.
 */
export async function compressPage(plain: Buffer): Promise<Buffer> {
  const withQuality = (quality: number) => ({
    params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  });
  if (isBackgroundTaken) return brotliCompressSync(plain, withQuality(6));
  isBackgroundTaken = true;
  try {
    return await compressInBackground(plain, withQuality(10));
  } finally {
    isBackgroundTaken = false;
  }
}

import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { slowTests } from './scripts/lib/slow-tests.mjs';

const ignored = ['**/node_modules/**', '**/dist/**', '**/.causeway/**', 'e2e/**'];
// Our packages run from their TypeScript sources: nothing has to be built before a test.
const resolve = { conditions: ['source'], externalConditions: ['source'] };
const fromSource = { resolve, ssr: { resolve }, environments: { ssr: { resolve }, __vitest__: { resolve } } };

/** A slow file that began last would run alone, with the other workers idle. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isSlow = ({ moduleId }: TestSpecification) => slowTests.some((path) => moduleId.endsWith(path));
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's, of no array
    const sorted = await super.sort(files);
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  ...fromSource,
  test: {
    // A good part of a test is waiting: three of them fill two cores.
    maxWorkers: 3,
    // Limits for a machine that does three other things: a test that passes never waits for them.
    expect: { poll: { timeout: 90_000 } },
    setupFiles: ['scripts/lib/random-seed.mjs'],
    sequence: { sequencer: SlowFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{packages,apps,scripts,bench}/**/*.test.{ts,tsx,mjs}'],
          exclude: [...ignored, '**/*.{db,outside}.test.ts'],
          // A worker for each file took as long as the tests.
          isolate: false,
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'db',
          environment: 'node',
          include: ['{packages,apps}/**/*.db.test.ts'],
          exclude: process.env['QUICK'] === '1' ? [...ignored, ...slowTests] : ignored,
          globalSetup: ['packages/testing/src/test-cluster.ts'],
          // Whatever a test did with money: what must hold of the books holds in the end.
          setupFiles: ['apps/server/src/modules/books/fixtures/look-at-books.ts'],
          // Each file has a database and a server of its own; loading the whole server again for each took a third of
          // the time.
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          // Programs of others, which are installed where they are missing: with the campaigns in full.
          name: 'outside',
          environment: 'node',
          include: ['{packages,apps}/**/*.outside.test.ts'],
          exclude: ignored,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'campaign',
          environment: 'node',
          include: ['e2e/{campaign,start}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // In full they own the machine. The short ones wait for half of their time, and each has a product of its
          // own.
          fileParallelism: process.env['CAMPAIGN'] !== 'full',
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'attacks',
          environment: 'node',
          include: ['e2e/attacks/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: ['e2e/attacks/open-attack-stack.ts'],
          // One product for all: what one file floods or times must not meet another file.
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

import { checkAsvs } from './asvs.mjs';
import { checkCatalogues } from './catalogues.mjs';
import { checkClockDays } from './clock-days.mjs';
import { checkEntryOrder } from './entry-order.mjs';
import { checkGrain } from './grain.mjs';
import { checkImportDirection } from './import-direction.mjs';
import { checkLockfile } from './lockfile.mjs';
import { checkMigrations } from './migrations.mjs';
import { checkRequirementCodes, requirementsPage } from './requirement-codes.mjs';
import { checkSecondConnections } from './second-connections.mjs';
import { checkSettings } from './settings.mjs';
import { checkSizes } from './sizes.mjs';
import { checkWalks } from './walks.mjs';
import { checkWording } from './wording.mjs';

const imports = (path, specifier) => ({ path, text: `import { a } from '${specifier}';` });

describe('imports that run back up are found', () => {
  test.each([
    ['between packages', imports('packages/domain/src/a.ts', '@causeway/contract/b')],
    ['from the sandbox into the product', imports('apps/sandbox/src/a.ts', '@causeway/domain/b')],
    ['by path out of a package', imports('apps/widget/src/app/a.ts', '../../../server/src/config.ts')],
    ['from the ground to the money', imports('apps/server/src/modules/rates/a.ts', '../pricing/b.ts')],
    ['from the money to the flows', imports('apps/server/src/ledger/a.ts', '../modules/orders/b.ts')],
    ['from a room to what puts the rooms together', imports('apps/server/src/modules/orders/a.ts', '../../app.ts')],
    ['from a small piece to a part', imports('apps/widget/src/ui/a.tsx', '../parts/b.tsx')],
    ['between features', imports('apps/widget/src/features/auth/a.ts', '../order/b.ts')],
    ['from a feature to the app', imports('apps/widget/src/features/auth/a.ts', '../../app/b.ts')],
    ['from a room without a tier', imports('apps/server/src/modules/attic/a.ts', './b.ts')],
  ])('%s', (_, file) => {
    expect(checkImportDirection([file]).faults).toHaveLength(1);
  });

  test('round a circle of rooms in one tier', () => {
    const there = imports('apps/server/src/modules/acquirer-payins/a.ts', '../orders/b.ts');
    const back = imports('apps/server/src/modules/orders/b.ts', '../acquirer-payins/a.ts');
    expect(checkImportDirection([there]).faults).toEqual([]);
    expect(checkImportDirection([there, back]).faults).toHaveLength(1);
  });

  test.each([
    imports('apps/server/src/modules/orders/a.ts', '../rates/b.ts'),
    imports('apps/server/src/modules/orders/a.db.test.ts', '@causeway/testing/manual-clock'),
    imports('apps/widget/src/app/a.ts', '../features/auth/b.ts'),
    imports('apps/widget/src/app/a.ts', '@causeway/domain/money/b'),
  ])('the way down is free: $path', (file) => {
    expect(checkImportDirection([file]).faults).toEqual([]);
  });
});

describe('a day or an age of a clock that nothing has proved right is found', () => {
  const faultsOf = (text, path = 'losses/a.ts') =>
    checkClockDays([{ path: `apps/server/src/modules/${path}`, text }]).faults;
  test.each([
    'const day = clock.now().toISOString().slice(0, 10);',
    'return `${now.toISOString().slice(0, 7)}-01`;',
    'const since = new Date(now.getTime() - dayMs);',
    'const since = context.clock.now().getTime() - dayMs;',
    'return addedAt !== null && now.getTime() - addedAt.getTime() < guardMs;',
  ])('%s', (text) => expect(faultsOf(text)).toHaveLength(1));

  test('and not where the clock is proved, of another time, or where it lets no money go', () => {
    expect(faultsOf('await requireRightClock(trx);\nconst since = new Date(now.getTime() - dayMs);')).toEqual([]);
    expect(faultsOf('const day = foundAt.toISOString().slice(0, 10);')).toEqual([]);
    expect(faultsOf('const since = new Date(now.getTime() - dayMs);', 'rates/market-samples.ts')).toEqual([]);
  });
});

describe('an order of entries by ids or times is found', () => {
  const faultsOf = (text, path = 'losses/a.ts') =>
    checkEntryOrder([{ path: `apps/server/src/modules/${path}`, text }]).faults;
  test.each([
    'and paid.entry_id > ${since}::uuid',
    'paid.entry_id < ${until ?? null}::uuid',
    'order by paid.entry_id desc limit 10',
    'order by paid.kind, paid.entry_id',
    ".where('entryId', '>', money.since)",
    ".orderBy('ledgerEntries.entryId')",
    'if (paid.entryId > given.entryId) continue;',
    'lines.filter((line) => line.entryId <= entryId)',
    'first < held.entryId ? first : held.entryId',
    'min(entry_id::text) as since',
    'and decided.created_at > held.created_at',
    'left.createdAt.getTime() < right.createdAt.getTime()',
  ])('%s', (text) => expect(faultsOf(text)).toHaveLength(1));

  test.each([
    'and paid.place > ${since}',
    'where entry_id = ${entryId}',
    'rows.map(({ entryId }) => entryId)',
    'and moved.created_at >= ${from}',
    'const key: Promise<{ entryId: string }> = find();',
  ])('none: %s', (text) => expect(faultsOf(text)).toEqual([]));

  test('what a moment bounds is free where it is known', () => {
    const text = 'where entry_id >= ${since}';
    expect([faultsOf(text), faultsOf(text, 'books/books-laws.ts')]).toMatchObject([[expect.any(String)], []]);
  });
});

describe('a second connection inside of a transaction is found', () => {
  const file = (name, text) => ({ path: `apps/server/src/modules/${name}.ts`, text });
  const store = file('store', 'export async function find({ db }, key) { return db.selectFrom(key); }');
  const start = "import { find } from './store.ts';\n";
  const faultsOf = (text) => checkSecondConnections([store, file('use', `${start}${text}`)]).faults;
  test.each([
    ['by itself', 'async function pay(context, trx) { await context.db.selectFrom("orders"); }'],
    ['by a helper that is given the whole context', 'async function pay(context, trx) { await find(context, "x"); }'],
    [
      'in the work of a transaction',
      'const pay = (context) => context.db.transaction().execute(() => find(context, 1));',
    ],
    [
      'by a helper of a helper',
      'const deep = async (context) => find(context, 1);\nasync function pay(context, trx) { await deep(context); }',
    ],
    [
      'by what it took of the context',
      'async function pay(context, trx) { const { db } = context; await db.query(); }',
    ],
  ])('%s', (_, text) => expect(faultsOf(text)).toHaveLength(1));

  test.each([
    ['const client = new pg.Client({});', 1],
    ["const client = new pg.Client({});\nclient.on('error', () => {});", 0],
  ])('a connection whose loss nothing listens to: %s', (text, count) => expect(faultsOf(text)).toHaveLength(count));

  test.each([
    'async function pay(context, trx) { await find({ ...context, db: trx }, "x"); }',
    'async function pay(context) { await find(context, "x"); await context.db.transaction().execute((trx) => trx.query()); }',
  ])('the transaction itself is no fault: %s', (text) => expect(faultsOf(text)).toEqual([]));
});

describe('a walk that differs from its description is found', () => {
  const paths = ['apps/server/src/modules/a/a.ts', 'packages/b.ts'];
  const faultsOf = (title, names) => checkWalks(`# Page\n\n### ${title}\n\n- ${names}.\n`, paths, [2]).faults;
  test.each([
    ['a wrong count', 'Walk: 1 files', '`a/a.ts`, `packages/b.ts`', '“Walk” says 1 files and names 2'],
    ['a file that is gone', 'Walk: 1 files', '`a/gone.ts`', '“Walk” names a/gone.ts, which is not there'],
    ['a file twice', 'Walk: 2 files', '`a/a.ts`, `a/a.ts`', '“Walk” names a/a.ts twice'],
  ])('%s', (_, title, names, fault) => expect(faultsOf(title, names)).toEqual([fault]));
  test('too many files, and a walk that is missing', () => {
    expect(faultsOf('Walk: 3 files', '`a/a.ts`, `packages/b.ts`, `a/a.ts`')).toContain(
      '“Walk” takes 3 files, 2 at most',
    );
    expect(checkWalks('# Page', paths, [2]).faults).toEqual(['0 walks in ARCHITECTURE.md, not 1']);
    expect(faultsOf('Walk: 2 files', '`a/a.ts`, `packages/b.ts`')).toEqual([]);
  });
});

describe('code that is cut too finely is found', () => {
  const none = { server: 9, widget: 9, shards: 0, folders: 0, circles: 0, comments: 0 };
  const file = (path, text) => ({ path: `packages/domain/src/${path}`, text });
  const long = (path, text) => file(path, text + '\nf();'.repeat(40));
  const faultsOf = (files, rooms = new Map()) =>
    checkGrain(files, none, rooms).faults.filter((fault) => !fault.endsWith('needs no reason any more'));
  const shard = file('money/b.ts', 'export const b = 1;');
  const circle = [
    long('a/a.ts', "import type { B } from './b.ts';"),
    long('a/b.ts', "import type { A } from './a.ts';"),
  ];
  test.each([
    ['a shard', [file('money/a.ts', "import { b } from './b.ts';"), shard], '1 shards'],
    ['a circle, of types too', circle, '1 circles'],
    ['a long comment', [file('a.ts', `// ${'word '.repeat(30)}`)], '1 comments'],
    ['a large folder', Array.from({ length: 13 }, (_, at) => file(`rooms/${at}.ts`, '')), '1 folders'],
  ])('%s', (_, files, found) => expect(faultsOf(files)).toEqual([expect.stringContaining(found)]));
  test.each([
    ['what two read', [file('money/a.ts', "import './b.ts';"), file('money/c.ts', "import './b.ts';"), shard]],
    ['what another folder reads', [file('other/a.ts', "import '../money/b.ts';"), shard]],
    ['what is fetched when it is needed', [file('money/a.ts', "void import('./b.ts');"), shard]],
  ])('%s is no shard', (_, files) => expect(faultsOf(files)).toEqual([]));
  test('a later room with more files than its row allows, and a row without its room', () => {
    const room = 'packages/domain/src/room';
    const files = [long('room/a.ts', ''), long('room/b.ts', '')];
    expect(faultsOf(files, new Map([[room, 2]]))).toEqual([]);
    expect(faultsOf(files, new Map([[room, 1]]))).toEqual([expect.stringContaining(`2 files in ${room}`)]);
    expect(faultsOf(files, new Map([['apps/gone', 1]]))).toEqual(['apps/gone has a row and no file']);
  });
});

test('long files and long functions are found, tests and tables are let be', () => {
  const long = `function a() {\n${'b();\n'.repeat(300)}}\n`;
  expect(checkSizes([{ path: 'apps/server/src/a.ts', text: long }]).faults).toHaveLength(2);
  expect(checkSizes([{ path: 'apps/server/src/a.test.ts', text: long }]).faults).toEqual([]);
});

test('files that are too short in the middle or too long at the end are found', () => {
  const files = (lengths) =>
    Array.from({ length: 100 }, (_value, index) => ({
      path: `apps/server/src/${index}.ts`,
      text: '// A line.\n'.repeat(lengths(index)),
    }));
  const most = { median: 40, p90: 120 };
  expect(
    checkSizes(
      files((index) => (index < 40 ? 20 : 50)),
      most,
    ).faults,
  ).toEqual([]);
  expect(
    checkSizes(
      files((index) => (index < 60 ? 20 : 50)),
      most,
    ).faults,
  ).toHaveLength(1);
  expect(
    checkSizes(
      files((index) => (index < 85 ? 50 : 121)),
      most,
    ).faults,
  ).toHaveLength(1);
});

test('forbidden words in the repository are found', () => {
  // In two halves, so that this file itself is not found.
  const halves = [
    ["const a = '/ro", "ot/x';"],
    ['te', "st.only('a', b);"],
    ['// TO', 'DO later'],
    ['// @ts-ign', 'ore'],
  ];
  const lines = halves.map((pair) => pair.join(''));
  expect(checkWording([{ path: 'a.ts', text: lines.join('\n') }]).faults).toHaveLength(lines.length);
  expect(checkWording([{ path: 'a.ts', text: '// test.only\nconst skip = "test.only";' }]).faults).toEqual([]);
});

describe('the dialect is found', () => {
  const faultsOf = (path, text) => checkWording([{ path, text }]).faults;
  const names = 'tellOrder, toldAt, aWish, firm, way, door, house, goods, complain, anew, Note, noteMade, nobody'.split(
    ', ',
  );
  test.each(names)('in the name %s', (name) => {
    expect(faultsOf('a.ts', `const ${name} = 1;`)).toHaveLength(1);
    expect(faultsOf('a.ts', `say('${name}');`)).toEqual([]);
  });

  test.each([
    ['a method', '#note(message) {}'],
    ['a name in capitals', 'const UNDER_WAY = 1;'],
  ])('in %s', (_, text) => {
    expect(faultsOf('a.ts', text)).toHaveLength(1);
  });

  test('in the name of a file', () => {
    expect(faultsOf('src/tell-order.ts', '')).toHaveLength(1);
  });

  const words = ['tell', 'tells', 'told', 'anew', 'whoever', 'wish', 'firm', 'nobody'];
  test.each(words)('in a comment and on a page, %s', (word) => {
    for (const comment of [`// They ${word} it.`, `/** It ${word}. */`, `/*\n * They ${word}.\n */`])
      expect(faultsOf('a.ts', `${comment}\nconst a = 'the ${word}';`)).toHaveLength(1);
    expect(faultsOf('a.md', `They ${word} it.`)).toHaveLength(1);
    expect(faultsOf('a.md', `The file \`${word}\`, and [a link](${word}.md).`)).toEqual([]);
  });

  test.each([
    "test('a client is told', () => {});",
    'describe("an order\\nthat nobody pays", () => {});',
    "it(\n  'is asked anew',\n  () => {},\n);",
    'test.each<[() => string[]]>([[(`)`)]])(`%s tells ${it}`, () => {});',
    "describe.each(rows.map((one) => [one]))('whoever %s', () => {});",
    "test.runIf(process.platform === 'linux')('they wish', () => {});",
  ])('in the title of %s', (text) => {
    expect(faultsOf('a.test.ts', text)).toHaveLength(1);
  });

  test('at the line of a title', () => {
    expect(faultsOf('a.test.ts', "const a = 1;\ntest('told', () => {});")).toEqual(['a.test.ts:2 the word told: told']);
  });

  test.each([
    ['a.test.ts', "test('an order', () => say('told'));"],
    ['a.test.ts', "latest('told'); rx.test('told'); it.each(['told'])('%s', () => {});"],
    ['settlement/receive-money.ts', 'const toldAt = 1;'],
    ['a.ts', 'const towards = away, footnote = confirm, pathway = foretell;'],
    ['docs/glossary.md', '| provider | firm |'],
  ])('but not in %s with %s', (path, text) => {
    expect(faultsOf(path, text)).toEqual([]);
  });
});

test('texts that a language lacks or does not translate are found', () => {
  const catalogue = (language, keys) => ({
    path: `apps/server/src/modules/locales/catalogues/${language}/widget.json`,
    text: JSON.stringify(Object.fromEntries(keys.map((key) => [key, 'x']))),
  });
  const files = [catalogue('en', ['tpl:a:b', 'tpl:a:c_one']), catalogue('uk', ['tpl:a:b'])];
  const code = { path: 'apps/widget/src/a.ts', text: "t('tpl:a:b'); t(`tpl:a:c_${count}`); t('tpl:a:none');" };
  expect(checkCatalogues(files, [code]).faults).toEqual([
    'uk lacks tpl:a:c_one',
    'apps/widget/src/a.ts:1 uses the unknown text tpl:a:none',
  ]);
});

test('a value that is given to a text without it is found', () => {
  const files = ['en', 'uk'].map((language) => ({
    path: `apps/server/src/modules/locales/catalogues/${language}/order.json`,
    text: JSON.stringify({ 'tpl:a:one': '{way, select, buy {Buy {count}} other {}}', 'tpl:a:two': 'Two' }),
  }));
  const faultsOf = (text) => checkCatalogues(files, [{ path: 'apps/widget/src/a.ts', text }]).faults;
  expect(faultsOf("t('tpl:a:one', { way: wayOf({ a, b }), count })")).toEqual([]);
  expect(faultsOf("t(isOne ? 'tpl:a:one' : 'tpl:a:two', { way })")).toEqual([]);
  expect(faultsOf("t(isOne ? 'tpl:a:one' : `tpl:a:${two}`, { direction: a.direction })")).toEqual([
    'apps/widget/src/a.ts:1 gives direction to tpl:a:${two}, which does not name it',
  ]);
});

test('a lockfile with addresses, loose versions or gaps is found', () => {
  const lock = {
    packages: {
      '': { dependencies: { a: '^1.0.0' } },
      'node_modules/a': {
        version: '1.0.0',
        resolved: 'https://registry.example/a.tgz',
        optionalDependencies: { b: '1.0.0' },
      },
    },
  };
  expect(checkLockfile(JSON.stringify(lock)).faults).toHaveLength(3);
});

test('gaps between migrations and silent ones are found', () => {
  const files = ['0001-one', '0003-three'].map((name) => ({
    path: `apps/server/migrations/${name}.sql`,
    text: 'create table a ();',
  }));
  expect(checkMigrations(files).faults).toHaveLength(3);
});

test('a cited requirement without a line is found', () => {
  const page = { path: requirementsPage, text: '- **A-031** Deposits are no orders.\n- **4.5-09**\n' };
  const cites = (text) => ({ path: 'apps/server/src/a.ts', text });
  expect(checkRequirementCodes([page, cites('// (A-031), 2026-11-22, 10-20, 0.5-09')]).faults).toEqual([]);
  expect(checkRequirementCodes([page, cites('// A-032')]).faults).toHaveLength(1);
  expect(checkRequirementCodes([page, cites("test('4.5-09 is asked again')")]).faults).toHaveLength(1);
});

describe('a setting that is not listed is found', () => {
  const text = '  PORT: port,\n  SECRET_PORT: port,\n';
  test.each([
    'apps/server/src/config/config.ts',
    'apps/server/src/config/config-oidc.ts',
    'apps/server/src/config/limits.ts',
    'apps/sandbox/src/config.ts',
  ])('in %s', (path) => expect(checkSettings([{ path, text }], 'PORT=4000\n').faults).toHaveLength(1));

  test('in any file of the settings that is there', () => {
    const files = readdirSync('apps/server/src/config').filter((name) => /^[^.]+\.ts$/.test(name));
    expect(files.length).toBeGreaterThan(5);
    const sources = files.map((name) => ({ path: `apps/server/src/config/${name}`, text }));
    expect(checkSettings(sources, 'PORT=4000\n').faults).toHaveLength(files.length);
  });
});

describe('the mapping of the security standard', () => {
  const list = { path: 'docs/security/asvs-5.0.0-levels-1-2.txt', text: 'V1.1.1\nV1.1.2\n' };
  const page = (...rows) => ({ path: 'docs/security/asvs.md', text: rows.join('\n') });
  const there = (path) => path === 'e2e/attacks/a.test.ts';
  const first = '| V1.1.1 | 2 | met | `e2e/attacks/a.test.ts` |';
  const second = '| V1.1.2 | 1 | unmet | Not yet. |';
  const faultsOf = (...rows) => checkAsvs([list, page(...rows)], there).faults;

  test('a whole one has no fault', () => expect(faultsOf(first, second)).toEqual([]));
  test.each([
    ['a requirement is missing', [first]],
    ['one is there twice', [first, second, second]],
    ['one is not of the standard', [first, second, '| V9.9.9 | 1 | unmet | No. |']],
    ['a file is not there', [first, second.replace('Not yet.', '`e2e/attacks/b.test.ts`')]],
    ['a number at the head is another', ['| met | 2 |', first, second]],
    ['a state is none', [first, second.replace('unmet', 'soon')]],
    ['what is met names nothing that shows it', [first, second.replace('unmet', 'met')]],
  ])('%s', (_, rows) => expect(faultsOf(...rows)).toHaveLength(1));

  const other = (text) =>
    checkAsvs([list, page(first, second), { path: 'docs/security/threat-model.md', text }], there).faults;
  const entries = (...rows) =>
    ['', '## Ways in, and what closes them', '', '| Way in | Shown by |', '|---|---|', ...rows].join('\n');
  test.each([
    ['a path', '`e2e/attacks/b.test.ts`', '`e2e/attacks/a.test.ts`'],
    ['a link', '[b](../../e2e/attacks/b.test.ts#c)', '[a](../../e2e/attacks/a.test.ts#c)'],
    ['a way in without a test', entries('| theft | a law |'), entries('| theft | `e2e/attacks/a.test.ts` |')],
  ])('another page about security: %s', (_, bad, good) => {
    expect(other(bad)).toHaveLength(1);
    expect(other(good)).toEqual([]);
  });
});

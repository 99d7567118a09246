import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { figureText, momentText } from './figure-text.ts';
import { type Paper, innerWidth, margin, openPaper, textEnd } from './open-paper.ts';
import type { Statement, StatementRow } from './read-statement.ts';

export interface StatementOptions {
  language: Language;
  currency: string;
  /** First and last day. */
  days: readonly [from: string, to: string];
  timeZone: string;
}

type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;
type Tools = Pick<AppContext, 'clock' | 'config' | 'texts'>;

const columns = [
  { key: 'date', x: margin, width: 104, align: 'start' },
  { key: 'operation', x: margin + 112, width: 168, align: 'start' },
  { key: 'amount', x: margin + 284, width: 104, align: 'end' },
  { key: 'balance', x: margin + 394, width: innerWidth - 394, align: 'end' },
] as const;
const rowHeight = 16;

function sumsOf({ rows }: Statement): { came: bigint; went: bigint } {
  const sum = (part: (amount: bigint) => boolean) =>
    rows.reduce((total, { amount }) => (part(amount) ? total + amount : total), 0n);
  return { came: sum((amount) => amount > 0n), went: sum((amount) => amount < 0n) };
}

/** The statement as a document, in the client's language. */
export async function writeStatementPdf(tools: Tools, statement: Statement, options: StatementOptions) {
  const { language, currency, days, timeZone } = options;
  const { clock, config, texts } = tools;
  const say: Say = (key, values) => texts.say(language, `tpl:statement:${key}`, values);
  const figure = (amount: bigint) => figureText(formatUnits(amount, currency), language);
  const madeAt = clock.now();
  const paper = await openPaper({ title: say('title'), author: config.BRAND_NAME, language, madeAt });
  const made = { time: momentText(madeAt, language, timeZone), zone: timeZone };
  let y = writeHead(paper, {
    brand: config.BRAND_NAME,
    title: say('title'),
    facts: [
      [say('holder'), statement.holder.name || statement.holder.email],
      [say('client'), statement.holder.niceId],
      [say('currency'), currency],
      [say('period'), `${days[0]} – ${days[1]} (${timeZone})`],
      [say('made'), `${made.time} (${made.zone})`],
    ],
  });
  const { came, went } = sumsOf(statement);
  y = writeFacts(paper, y + 8, [
    [say('opening'), `${figure(statement.opening)} ${currency}`],
    [say('came'), `${figure(came)} ${currency}`],
    [say('went'), `${figure(went)} ${currency}`],
    [say('closing'), `${figure(statement.closing)} ${currency}`],
  ]);
  y = writeColumns(paper, y + 14, say);
  if (statement.rows.length === 0) paper.write(say('empty'), { x: margin, y: y + 4 }, { tone: 'quiet' });
  for (const row of statement.rows) {
    if (y + rowHeight > textEnd) {
      paper.addPage();
      y = writeColumns(paper, margin, say);
    }
    const type = texts.say(language, `tpl:operations:type_${row.type}`);
    const cells = [
      momentText(row.createdAt, language, timeZone),
      row.niceId === '' ? type : `${type} · ${row.niceId}`,
      figure(row.amount),
      figure(row.balance),
    ];
    for (const [index, { x, width, align }] of columns.entries())
      paper.write(cells[index] ?? '', { x, y: y + 3 }, { size: 8.5, width, align });
    y += rowHeight;
  }
  const legal = config.LEGAL_TEXT ?? say('legal', { brand: config.BRAND_NAME });
  return paper.close(legal, (page, pages) => say('page', { page, pages }));
}

/** Brand, title and what the document is about. @returns where it ends */
export function writeHead(
  paper: Paper,
  { brand, title, facts }: { brand: string; title: string; facts: readonly (readonly [string, string])[] },
): number {
  paper.write(brand, { x: margin, y: margin }, { size: 12, weight: 'bold' });
  paper.write(title, { x: margin, y: margin + 26 }, { size: 20, weight: 'bold' });
  return writeFacts(paper, margin + 66, facts);
}

/** Lines of a name and what it is. @returns where they end */
export function writeFacts(paper: Paper, from: number, facts: readonly (readonly [string, string])[]): number {
  let y = from;
  for (const [name, value] of facts) {
    paper.write(name, { x: margin, y }, { tone: 'quiet', width: 170 });
    paper.write(value, { x: margin + 176, y }, { width: innerWidth - 176 });
    y += 16;
  }
  return y;
}

function writeColumns(paper: Paper, y: number, say: Say): number {
  for (const { key, x, width, align } of columns)
    paper.write(say(`column_${key}`), { x, y }, { size: 8.5, weight: 'bold', width, align });
  paper.rule(y + 15);
  return y + 17;
}

/**
 * The statement for a spreadsheet: figures with a point and times of ISO 8601, which every program reads alike. A first
 * and a last row have what the period opened and closed with.
 */
export function writeStatementCsv({ texts }: Pick<Tools, 'texts'>, statement: Statement, options: StatementOptions) {
  const { language, currency, days } = options;
  const say: Say = (key) => texts.say(language, `tpl:statement:${key}`);
  const show = (amount: bigint) => formatUnits(amount, currency);
  const row = ({ createdAt, type, niceId, amount, balance }: StatementRow) => [
    createdAt.toISOString(),
    texts.say(language, `tpl:operations:type_${type}`),
    niceId,
    show(amount),
    show(balance),
    currency,
  ];
  const lines = [
    ['date', 'operation', 'order', 'amount', 'balance', 'currency'].map((key) => say(`column_${key}`)),
    [days[0], say('opening'), '', '', show(statement.opening), currency],
    ...statement.rows.map(row),
    [days[1], say('closing'), '', '', show(statement.closing), currency],
  ];
  // With its mark a spreadsheet knows the letters of every language.
  return `\uFEFF${lines.map((cells) => cells.map(toCell).join(',')).join('\r\n')}\r\n`;
}

/** What a spreadsheet would take for a formula is text, except a figure of ours. */
export function toCell(text: string): string {
  const isFigure = /^-?\d+(\.\d+)?$/.test(text);
  const harmless = !isFigure && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { dayText, decimalsOf, figureText, momentText, withDecimals } from './figure-text.ts';
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
type Tools = Pick<AppContext, 'clock' | 'texts'> & { config: Pick<AppContext['config'], 'BRAND_NAME' | 'LEGAL_TEXT'> };

const names = ['date', 'operation', 'amount', 'balance'] as const;
const cellStyle = { size: 8.5 };
const headStyle = { size: 8.5, weight: 'bold' } as const;
const lineHeight = 11;
const factHeight = 14;
const gap = 10;
/** A coin of 18 decimals shows no more than these unless a figure has them. */
const decimalsLeast = 8;

type Cells = readonly [date: string, operation: string, amount: string, balance: string];
type Column = { key: (typeof names)[number]; x: number; width: number; align: 'start' | 'end' };

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
  const figure = figuresOf(statement, options);
  const madeAt = clock.now();
  const paper = await openPaper({ title: say('title'), author: config.BRAND_NAME, language, madeAt });
  const made = { time: momentText(madeAt, language, timeZone), zone: timeZone };
  const period = days.map((day) => dayText(day, language)).join(' – ');
  let y = writeHead(paper, {
    brand: config.BRAND_NAME,
    title: say('title'),
    facts: [
      [say('holder'), statement.holder.name || statement.holder.email],
      [say('client'), statement.holder.niceId],
      [say('currency'), currency],
      [say('period'), `${period} (${timeZone})`],
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
  const about = [config.BRAND_NAME, say('title'), statement.holder.niceId, currency, period].join(' · ');
  writeRows(paper, y + 14, { rows: cellsOf(statement, { language, timeZone, texts, figure }), about, say });
  const legal = config.LEGAL_TEXT ?? say('legal', { brand: config.BRAND_NAME });
  return paper.close(legal, (page, pages) => say('page', { page, pages }));
}

/** Writes figures of the statement, all with the same decimals. */
function figuresOf(statement: Statement, { currency, language }: StatementOptions): (amount: bigint) => string {
  const { came, went } = sumsOf(statement);
  const { opening, closing, rows } = statement;
  const all = [opening, closing, came, went, ...rows.flatMap(({ amount, balance }) => [amount, balance])];
  const decimals = decimalsOf(
    all.map((amount) => formatUnits(amount, currency)),
    decimalsLeast,
  );
  return (amount) => figureText(withDecimals(formatUnits(amount, currency), decimals), language);
}

interface Writing {
  language: Language;
  timeZone: string;
  texts: Tools['texts'];
  figure: (amount: bigint) => string;
}

function cellsOf({ rows }: Statement, { language, timeZone, texts, figure }: Writing): Cells[] {
  return rows.map(({ createdAt, type, number, amount, balance }) => {
    const name = texts.say(language, `tpl:operations:type_${type}`);
    const operation = number === '' ? name : `${name} · ${number}`;
    return [momentText(createdAt, language, timeZone), operation, figure(amount), figure(balance)];
  });
}

interface Table {
  rows: readonly Cells[];
  /** Stands above the rows of each further page. */
  about: string;
  say: Say;
}

/** The movements, page after page. */
function writeRows(paper: Paper, from: number, { rows, about, say }: Table): void {
  const columns = columnsOf(paper, rows, say);
  let y = writeColumns(paper, from, { columns, say });
  if (rows.length === 0) paper.write(say('empty'), { x: margin, y: y + 4 }, { tone: 'quiet' });
  for (const cells of rows) {
    const lines = columns.map(({ key, width }, index) => {
      const cell = cells[index] ?? '';
      return key === 'operation' ? paper.linesOf(cell, width, cellStyle) : [cell];
    });
    const height = Math.max(...lines.map(({ length }) => length)) * lineHeight + 5;
    if (y + height > textEnd) {
      paper.addPage();
      paper.write(about, { x: margin, y: margin - 18 }, { size: 8, tone: 'quiet' });
      y = writeColumns(paper, margin, { columns, say });
    }
    for (const [index, { x, width, align }] of columns.entries())
      for (const [row, line] of (lines[index] ?? []).entries())
        paper.write(line, { x, y: y + 3 + row * lineHeight }, { ...cellStyle, width, align });
    y += height;
  }
}

/** Dates and figures have the room that the widest of them needs, what is left is for the operation. */
function columnsOf(paper: Paper, rows: readonly Cells[], say: Say): Column[] {
  const least = [72, 0, 72, 72];
  const widths = names.map((key, index) =>
    Math.max(
      least[index] ?? 0,
      paper.widthOf(say(`column_${key}`), headStyle),
      ...rows.map((cells) => paper.widthOf(cells[index] ?? '', cellStyle)),
    ),
  );
  const [date = 0, , amount = 0, balance = 0] = widths;
  widths[1] = innerWidth - date - amount - balance - 3 * gap;
  let x = margin;
  return names.map((key, index) => {
    const width = widths[index] ?? 0;
    const column = { key, x, width, align: index < 2 ? 'start' : 'end' } as const;
    x += width + gap;
    return column;
  });
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
    const [labels, values] = [paper.linesOf(name, 166), paper.linesOf(value, innerWidth - 176)];
    for (const [row, line] of labels.entries())
      paper.write(line, { x: margin, y: y + row * factHeight }, { tone: 'quiet' });
    for (const [row, line] of values.entries()) paper.write(line, { x: margin + 176, y: y + row * factHeight });
    y += Math.max(labels.length, values.length, 1) * factHeight + 2;
  }
  return y;
}

function writeColumns(paper: Paper, y: number, { columns, say }: { columns: readonly Column[]; say: Say }): number {
  for (const { key, x, width, align } of columns)
    paper.write(say(`column_${key}`), { x, y }, { ...headStyle, width, align });
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
  const row = ({ createdAt, type, number, amount, balance }: StatementRow) => [
    createdAt.toISOString(),
    texts.say(language, `tpl:operations:type_${type}`),
    number,
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

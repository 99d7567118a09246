import type { Language } from '@causeway/domain/languages/languages';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import PdfDocument from 'pdfkit';
import { z } from 'zod';

const require = createRequire(import.meta.url);

/** Parts of the font, the likeliest first: each has the characters of some scripts. */
const parts = ['latin', 'cyrillic', 'latin-ext', 'cyrillic-ext', 'greek', 'vietnamese', 'devanagari', 'greek-ext'];
const weights = { regular: 400, bold: 700 } as const;
export type Weight = keyof typeof weights;

export const margin = 48;
const pageWidth = 595.28;
const pageHeight = 841.89;
export const innerWidth = pageWidth - 2 * margin;
/** Where the text of a page ends and its foot begins. */
export const textEnd = pageHeight - 104;
const ink = { normal: '#111418', quiet: '#5b6470' } as const;

export interface Style {
  size?: number;
  weight?: Weight;
  tone?: keyof typeof ink;
  align?: 'start' | 'end';
  /** Of the place it is written in; nothing is ever cut. */
  width?: number;
}

/** A document of A4 pages with the operator's brand above and its legal line below. */
export interface Paper {
  /** Writes one line. */
  write(text: string, at: { x: number; y: number }, style?: Style): void;
  /** The lines that a text needs in a width: it is broken at spaces, and within a word that is wider. */
  linesOf(text: string, width: number, style?: Style): string[];
  widthOf(text: string, style?: Style): number;
  rule(y: number): void;
  addPage(): void;
  /** Ends the document. `pageText` is what stands beside the legal line of a page. */
  close(legal: string, pageText: (page: number, pages: number) => string): Promise<Buffer>;
}

interface PaperOptions {
  title: string;
  author: string;
  language: Language;
  madeAt: Date;
}

const rangesForm = z.record(z.string(), z.string());
type Ranges = readonly (readonly [part: string, (code: number) => boolean])[];
interface Font {
  ranges: Ranges;
  files: ReadonlyMap<string, Buffer>;
}
let kept: Promise<Font> | undefined;

/** The font's files, and which characters each of them has; read and unpacked once. */
async function loadFont(): Promise<Font> {
  const at = (path: string) => require.resolve(`@fontsource/noto-sans/${path}`);
  const described = rangesForm.parse(JSON.parse(await readFile(at('unicode.json'), 'utf8')));
  const ranges = parts.map((part) => [part, inRanges(described[part] ?? '')] as const);
  const names = parts.flatMap((part) => Object.values(weights).map((weight) => `${part}-${weight}`));
  const files = await Promise.all(
    names.map(async (name) => [name, unpackWoff(await readFile(at(`files/noto-sans-${name}-normal.woff`)))] as const),
  );
  return { ranges, files: new Map(files) };
}

/**
 * The font file that a WOFF 1.0 file packs (W3C, sections 3 to 5). Packed, each document would inflate its tables
 * again, in JavaScript: half of what a receipt costs.
 */
function unpackWoff(woff: Buffer): Buffer {
  const tableCount = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  woff.copy(font, 0, 4, 8);
  const searched = 2 ** Math.floor(Math.log2(tableCount));
  font.writeUInt16BE(tableCount, 4);
  font.writeUInt16BE(searched * 16, 6);
  font.writeUInt16BE(Math.log2(searched), 8);
  font.writeUInt16BE((tableCount - searched) * 16, 10);
  let place = 12 + tableCount * 16;
  for (let table = 0; table < tableCount; table += 1) {
    const from = 44 + table * 20;
    const offset = woff.readUInt32BE(from + 4);
    const packedLength = woff.readUInt32BE(from + 8);
    const length = woff.readUInt32BE(from + 12);
    const packed = woff.subarray(offset, offset + packedLength);
    const to = 12 + table * 16;
    woff.copy(font, to, from, from + 4);
    woff.copy(font, to + 4, from + 16, from + 20);
    font.writeUInt32BE(place, to + 8);
    font.writeUInt32BE(length, to + 12);
    (packedLength < length ? inflateSync(packed) : packed).copy(font, place);
    place += Math.ceil(length / 4) * 4;
  }
  return font;
}

function inRanges(text: string): (code: number) => boolean {
  const spans = text.split(',').map((span) => {
    const [first = '', last = first] = span.replace('U+', '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)] as const;
  });
  return (code) => spans.some(([first, last]) => code >= first && code <= last);
}

/** Characters of a text that no part of the font has. */
export async function findUndrawable(text: string): Promise<string[]> {
  const { ranges } = await (kept ??= loadFont());
  return [...text].filter((letter) => !ranges.some(([, has]) => has(letter.codePointAt(0) ?? 0)));
}

export async function openPaper({ title, author, language, madeAt }: PaperOptions): Promise<Paper> {
  const doc = new PdfDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    lang: language,
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  });
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.once('error', reject).once('end', () => resolve(Buffer.concat(chunks)));
  });
  const { write, widthOf } = createPen(doc, await (kept ??= loadFont()));
  const rule = (y: number) => {
    doc
      .moveTo(margin, y)
      .lineTo(margin + innerWidth, y)
      .lineWidth(0.6)
      .strokeColor('#c9ced6')
      .stroke();
  };
  const linesOf: Paper['linesOf'] = (text, width, style = {}) => wrap(text, (line) => widthOf(line, style) <= width);
  return {
    write,
    linesOf,
    widthOf,
    rule,
    addPage: () => void doc.addPage(),
    close: (legal, pageText) => {
      const { start, count } = doc.bufferedPageRange();
      const lines = linesOf(legal, innerWidth, { size: 8 });
      for (let page = start; page < start + count; page += 1) {
        doc.switchToPage(page);
        rule(textEnd + 14);
        for (const [index, line] of lines.slice(0, 4).entries())
          write(line, { x: margin, y: textEnd + 22 + index * 11 }, { size: 8, tone: 'quiet' });
        const text = pageText(page - start + 1, count);
        write(text, { x: margin, y: pageHeight - 32 }, { size: 8, tone: 'quiet', align: 'end', width: innerWidth });
      }
      doc.end();
      return done;
    },
  };
}

/** Writes lines whose characters may need several parts of the font. */
function createPen(doc: PDFKit.PDFDocument, { ranges, files }: Font) {
  const registered = new Set<string>();
  const choose = (part: string, weight: Weight) => {
    const name = `${part}-${weights[weight]}`;
    const file = files.get(name);
    if (file !== undefined && !registered.has(name)) doc.registerFont(name, file);
    registered.add(name);
    doc.font(name);
  };
  const partOf = (letter: string) => ranges.find(([, has]) => has(letter.codePointAt(0) ?? 0))?.[0];
  const measured = (text: string, { size = 10, weight = 'regular' }: Style) =>
    toRuns(text, partOf).map((run) => {
      choose(run.part, weight);
      return { ...run, width: doc.fontSize(size).widthOfString(run.text) };
    });
  const sum = (runs: readonly { width: number }[]) => runs.reduce((all, { width }) => all + width, 0);
  const write: Paper['write'] = (text, { x, y }, style = {}) => {
    const { size = 10, weight = 'regular', tone = 'normal', align = 'start', width = 0 } = style;
    const runs = measured(text, style);
    let left = align === 'end' ? x + width - sum(runs) : x;
    for (const run of runs) {
      choose(run.part, weight);
      doc.fontSize(size).fillColor(ink[tone]).text(run.text, left, y, { lineBreak: false });
      left += run.width;
    }
  };
  return { write, widthOf: (text: string, style: Style = {}) => sum(measured(text, style)) };
}

/** A text in pieces that one part of the font can draw; what none can is a question mark. */
function toRuns(text: string, partOf: (letter: string) => string | undefined): { part: string; text: string }[] {
  const runs: { part: string; text: string }[] = [];
  for (const letter of text) {
    const found = partOf(letter);
    const last = runs.at(-1);
    const part = found ?? parts[0] ?? '';
    const drawn = found === undefined ? '?' : letter;
    if (last?.part === part) last.text += drawn;
    else runs.push({ part, text: drawn });
  }
  return runs;
}

function wrap(text: string, fits: (line: string) => boolean): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ +/).filter((one) => one !== '')) {
    const longer = `${lines.at(-1) ?? ''} ${word}`.trim();
    if (lines.length > 0 && fits(longer)) lines.splice(-1, 1, longer);
    else lines.push(...breakWord(word, fits));
  }
  return lines;
}

/** An address or the number of a transaction goes on below, so that all of it can be read and compared. */
function breakWord(word: string, fits: (line: string) => boolean): string[] {
  const parts = [''];
  for (const letter of word) {
    const longer = `${parts.at(-1) ?? ''}${letter}`;
    if (parts.at(-1) === '' || fits(longer)) parts.splice(-1, 1, longer);
    else parts.push(letter);
  }
  return parts;
}

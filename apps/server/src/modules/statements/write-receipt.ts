import type { Order } from '@causeway/contract/shapes/order';
import type { Language } from '@causeway/domain/languages/languages';
import type { AppContext } from '../../context.ts';
import { figureText, momentText } from './figure-text.ts';
import { margin, openPaper } from './open-paper.ts';
import { writeFacts, writeHead } from './write-statement.ts';

/** The name of its file, by the number that people read. */
export function receiptName({ number }: Pick<Order, 'number'>): string {
  return `receipt-${number.replaceAll(' ', '-')}.pdf`;
}

/** The receipt of a finished order as a document, itemised as on its page; `holder` is whose account paid it. */
export async function writeReceipt(
  { clock, config, texts }: Pick<AppContext, 'clock' | 'config' | 'texts'>,
  order: Order,
  { holder, language }: { holder: string; language: Language },
): Promise<Buffer> {
  const say = (key: string, values?: Readonly<Record<string, string | number>>) => texts.say(language, key, values);
  const brand = config.BRAND_NAME;
  const madeAt = clock.now();
  const title = say('tpl:order:receipt');
  const time = (seconds: number) => `${momentText(new Date(seconds * 1000), language, 'UTC')} (UTC)`;
  const finished = order.history.findIndex(({ status }) => status === 'finished');
  const finishedAt = order.history[finished]?.at ?? order.createdAt;
  const later = order.history.slice(finished + 1).filter(({ reason }) => reason !== '');
  const paper = await openPaper({ title: `${title} ${order.number}`, author: brand, language, madeAt });
  const y = writeHead(paper, {
    brand,
    title,
    facts: [
      [say('tpl:letter:row:order'), order.number],
      [say('tpl:statement:made'), `${momentText(madeAt, language, 'UTC')} (UTC)`],
      [say('tpl:statement:ordered'), time(order.createdAt)],
      [say('tpl:statement:finished'), time(finishedAt)],
      ...later.map(({ reason, at }) => [say(`tpl:order:reason:${reason}`), time(at)] as const),
      [say('tpl:statement:holder'), holder || order.email],
    ],
  });
  paper.rule(y + 6);
  const lines = order.receipt.map(({ kind, actual, currency }) => {
    const name = say(`tpl:order:receipt_${kind}`, { receiver: 'client' });
    return [name, `${figureText(actual, language)} ${currency}`] as const;
  });
  const sent: (readonly [string, string])[] = [
    [say('tpl:statement:destination'), order.dstAddress],
    [say('tpl:letter:row:transaction'), order.txid],
  ];
  const end = writeFacts(paper, y + 20, lines);
  paper.rule(end + 4);
  const last = writeFacts(
    paper,
    end + 16,
    sent.filter(([, value]) => value !== ''),
  );
  paper.write(say('tpl:statement:thanks', { brand }), { x: margin, y: last + 16 }, { tone: 'quiet' });
  return paper.close(config.LEGAL_TEXT ?? say('tpl:statement:legal', { brand }), (page, pages) =>
    say('tpl:statement:page', { page, pages }),
  );
}

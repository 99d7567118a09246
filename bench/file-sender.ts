import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import { z } from 'zod';

// A program of its own: a process that sends 200 MB and measures the polls measures itself.

/** What to send, and for whom. */
export interface Order {
  productUrl: string;
  accesses: readonly string[];
  /** Side of a square picture of noise, which no compression makes smaller. */
  side: number;
  type: string;
}

export interface Sent {
  kept: number;
  refused: number;
  took: number;
}

const timeLimitMs = 300_000;
const boundary = 'causeway-bench';
const order = z.object({ productUrl: z.url(), accesses: z.array(z.string()), side: z.int(), type: z.string() });
const uploaded = z.object({ success: z.literal([0, 1]) });

process.once('message', (given) => {
  const { side, type, ...where } = order.parse(given);
  const body = makeForm(side, type);
  // Making the picture is no part of what is measured: the bench says when to begin.
  process.once('message', () => void sendAll(where, body).then((sent) => process.send?.(sent)));
  process.send?.('ready');
});

/** Each file is sent again as often as it is refused as one too many. */
async function sendAll({ productUrl, accesses }: Pick<Order, 'productUrl' | 'accesses'>, body: Buffer): Promise<Sent> {
  const target = new URL('/verification/document/upload', productUrl.replace('localhost', '127.0.0.1'));
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  let [kept, refused] = [0, 0];
  const send = async (access: string) => {
    while (performance.now() - startedAt < timeLimitMs) {
      // Who sends too slowly loses its place, and the connection with it.
      const { status, text, againSeconds } = await sendOne(target, agent, access, body).catch(() => broken);
      if (status === 200 && uploaded.parse(JSON.parse(text)).success === 1) {
        kept += 1;
        return;
      }
      if (status !== 503) throw new Error(`A file was answered with ${status}: ${text.slice(0, 300)}`);
      refused += 1;
      // As the answer says, and not all at the same moment.
      await sleep(againSeconds * 1000 * (0.5 + Math.random()));
    }
  };
  await Promise.all(accesses.map(send));
  agent.destroy();
  return { kept, refused, took: performance.now() - startedAt };
}

const broken = { status: 503, text: '', againSeconds: 5 };

/** The bytes are the same for all, so that sending them is nearly all that this program does. */
async function sendOne(
  target: URL,
  agent: Agent,
  access: string,
  body: Buffer,
): Promise<{ status: number; text: string; againSeconds: number }> {
  return new Promise((resolve, reject) => {
    const asked = request(
      target,
      {
        method: 'POST',
        agent,
        headers: {
          'x-requested-with': 'XMLHttpRequest',
          'x-authorization': `Bearer ${access}`,
          'content-type': `multipart/form-data; boundary=${boundary}`,
          'content-length': body.length,
        },
      },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        answer.once('error', reject).once('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            text,
            againSeconds: Number(answer.headers['retry-after'] ?? 1),
          }),
        );
      },
    );
    asked.once('error', reject).end(body);
  });
}

function makeForm(side: number, type: string): Buffer {
  const fields = Object.entries({ wizard: 'identity', document_type: 'id_card', type }).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="file"\r\ncontent-type: image/png\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(fields.join('') + head),
    makePicture(side),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
}

/** A square PNG of noise. */
function makePicture(side: number): Buffer {
  const line = side * 3 + 1;
  const pixels = randomBytes(side * line);
  for (let row = 0; row < side; row += 1) pixels[row * line] = 0;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  // 8 bits a channel, red, green and blue.
  head.set([8, 2], 8);
  const parts = [chunk('IHDR', head), chunk('IDAT', deflateSync(pixels, { level: 1 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

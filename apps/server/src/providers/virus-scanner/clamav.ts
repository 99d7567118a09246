import { connect, type Socket } from 'node:net';
import type { Config } from '../../config/config.ts';
import { refuseWithinTransaction } from '../../database/open-pool.ts';
import { ProviderError } from '../provider-error.ts';
import type { VirusScanner } from './port.ts';

const name = 'clamav';
const chunkBytes = 64 * 1024;
/** A whole answer is one short line; a longer one is not from a scanner. */
const answerMax = 1000;

/** Path of a socket, or `tcp://host:port`. */
export interface ClamavSettings {
  address: string;
  /** From the connection until the answer. */
  timeoutMs?: number;
}

/**
 * ClamAV's daemon over its socket, by its command INSTREAM (https://docs.clamav.net/manual/Usage/Scanning.html#clamd):
 * the file in pieces with their lengths, an empty one at the end, and one line ended by a zero byte as the answer.
 */
export function createClamav({ address, timeoutMs = 20_000 }: ClamavSettings): VirusScanner {
  return {
    async isInfected(bytes) {
      refuseWithinTransaction(name);
      const answer = await ask(open(address), bytes, timeoutMs);
      if (answer === 'stream: OK') return false;
      if (/^stream: .+ FOUND$/.test(answer)) return true;
      throw new ProviderError(name, 'refused', { code: 'answer', message: answer.slice(0, 100) });
    },
  };
}

/** The scanner that the configuration names, if any. */
export function createVirusScanner({ CLAMAV_ADDRESS }: Pick<Config, 'CLAMAV_ADDRESS'>): VirusScanner | undefined {
  return CLAMAV_ADDRESS === '' ? undefined : createClamav({ address: CLAMAV_ADDRESS });
}

function open(address: string): Socket {
  if (!address.startsWith('tcp://')) return connect({ path: address });
  const { hostname, port } = new URL(address);
  return connect({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });
}

async function ask(socket: Socket, bytes: Uint8Array, timeoutMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (kind: 'unreachable' | 'unknown', code: string, cause?: unknown) =>
        reject(new ProviderError(name, kind, { code, cause }));
      timer = setTimeout(() => fail('unknown', 'timeout'), timeoutMs);
      let answer = '';
      let isOpen = false;
      socket.setEncoding('latin1');
      socket.on('data', (text: string) => {
        answer += text;
        const end = answer.indexOf('\0');
        if (end >= 0) resolve(answer.slice(0, end));
        else if (answer.length > answerMax) fail('unknown', 'answer');
      });
      socket.on('error', (error) => fail(isOpen ? 'unknown' : 'unreachable', 'connection', error));
      socket.on('close', () => fail('unknown', 'closed'));
      socket.on('connect', () => {
        isOpen = true;
        for (const piece of pieces(bytes)) socket.write(piece);
      });
    });
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  const lengthOf = (length: number) => {
    const head = Buffer.alloc(4);
    head.writeUInt32BE(length);
    return head;
  };
  yield Buffer.from('zINSTREAM\0');
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const piece = bytes.subarray(start, start + chunkBytes);
    yield lengthOf(piece.length);
    yield piece;
  }
  yield lengthOf(0);
}

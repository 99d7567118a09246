import { Agent, request } from 'node:http';

const timeoutMs = 15_000;

/**
 * Calls one server over connections that stay open, as cheaply as Node can: the load itself must not be what is
 * measured.
 */
export class KeepAliveClient {
  readonly #base: URL;
  readonly #agent = new Agent({ keepAlive: true, scheduling: 'fifo' });

  constructor(base: string) {
    this.#base = new URL(base);
  }

  /** Reads an answer as JSON. @throws Error for any status but 200 */
  get(path: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    return this.#ask('GET', path, '', headers);
  }

  /** Reads a page, whatever is in it. @throws Error for any status but 200 */
  read(path: string): Promise<unknown> {
    return this.#ask('GET', path, '', { accept: 'text/html' });
  }

  /** Posts and reads the answer as JSON. @throws Error for any status but 200 */
  post(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<unknown> {
    return this.#ask('POST', path, body, { ...headers, 'content-length': String(Buffer.byteLength(body)) });
  }

  async #ask(
    method: 'GET' | 'POST',
    path: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = this.#base;
      const asked = request(
        {
          hostname,
          port,
          path,
          method,
          agent: this.#agent,
          timeout: timeoutMs,
          headers,
        },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.once('error', reject).once('end', () => {
            const isJson = answer.headers['content-type']?.includes('json') === true;
            if (answer.statusCode === 200) resolve(isJson ? JSON.parse(text) : text);
            else reject(new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 300)}`));
          });
        },
      );
      asked.once('timeout', () => asked.destroy(new Error(`${path} was not answered in time.`)));
      asked.once('error', reject).end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

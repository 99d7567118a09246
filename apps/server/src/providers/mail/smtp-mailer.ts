import { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import { refuseWithinTransaction } from '../../database/open-pool.ts';
import { ProviderError } from '../provider-error.ts';
import type { Mailer } from './port.ts';

type Options = Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'PUBLIC_URL'>;

/**
 * Open at most, to the owners of accounts and to addresses that anybody may have typed. For owners it is as many as
 * jobs send at a time: a message that waited for a connection would make its domain look slow.
 */
const connections = { owners: 30, strangers: 12 } as const;

/** A domain whose e-mail takes longer is slow, and not known as quick for so long afterwards. */
const usualSlowMs = 3000;
const slowForMs = 3_600_000;
/**
 * Under way at most, of the owners' connections. Who has many domains, or names under one, takes those of the slow and
 * of the unknown; the rest are for domains that were quick.
 */
const most = { toUnknownDomain: 5, toSlowDomain: 2, toSlow: 10, toSlowAndUnknown: 20 } as const;
const domainsMax = 10_000;

/**
 * Sends e-mails over SMTP, on connections that stay open. Domains whose mail server takes its time have few of the
 * owners': what is beyond them is refused as unreachable, so its job tries again later and holds up no other.
 */
export function createSmtpMailer(options: Options, slowMs = usualSlowMs): Mailer {
  const { hostname } = new URL(options.PUBLIC_URL);
  const domains = new Domains(slowMs);
  const open = (maxConnections: number) =>
    createTransport({
      url: options.SMTP_URL,
      pool: true,
      maxConnections,
      connectionTimeout: 5_000,
      greetingTimeout: 5_000,
      socketTimeout: 8_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  const [owners, strangers] = [open(connections.owners), open(connections.strangers)];
  return {
    async send({ id, attachments = [], isToStranger = false, ...message }) {
      refuseWithinTransaction('mail');
      const send = (pool: typeof owners) =>
        pool.sendMail({
          ...message,
          attachments: [...attachments],
          from: options.MAIL_FROM,
          messageId: `<${id}@${hostname}>`,
        });
      try {
        await (isToStranger ? send(strangers) : domains.send(message.to, () => send(owners)));
      } catch (error) {
        throw error instanceof ProviderError ? error : toProviderError(error);
      }
    },
    close() {
      owners.close();
      strangers.close();
    },
  };
}

type Pace = 'unknown' | 'slow' | 'quick';

interface Domain {
  pace: Pace;
  /** E-mails under way to it. */
  open: number;
  lastSlowAt: number;
  /** Settled when one of them has ended, or was slow. */
  next: PromiseWithResolvers<void>;
}

/** How quick the domains are, and how many e-mails are under way to which. */
class Domains {
  readonly #slowMs: number;
  readonly #domains = new Map<string, Domain>();
  readonly #open: Record<Pace, number> = { unknown: 0, slow: 0, quick: 0 };

  constructor(slowMs: number) {
    this.#slowMs = slowMs;
  }

  /** @throws ProviderError while enough others like it are under way */
  async send(address: string, work: () => Promise<unknown>): Promise<void> {
    const name = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    const domain = this.#domains.get(name) ?? this.#add(name);
    // The first ones show within the time of a slow one what becomes of the rest.
    while (domain.pace === 'unknown' && domain.open >= most.toUnknownDomain) await domain.next.promise;
    if (this.#isFull(domain)) throw new ProviderError('mail', 'unreachable', { code: 'slow_domain' });
    let counted = domain.pace;
    let isQuick = true;
    domain.open += 1;
    this.#open[counted] += 1;
    const timer = setTimeout(() => {
      isQuick = false;
      this.#open[counted] -= 1;
      counted = 'slow';
      this.#open[counted] += 1;
      Object.assign(domain, { pace: 'slow', lastSlowAt: performance.now() });
      this.#goOn(domain);
    }, this.#slowMs);
    try {
      await work();
      if (isQuick) domain.pace = performance.now() > domain.lastSlowAt + slowForMs ? 'quick' : 'unknown';
    } finally {
      clearTimeout(timer);
      domain.open -= 1;
      this.#open[counted] -= 1;
      this.#goOn(domain);
    }
  }

  #goOn(domain: Domain): void {
    domain.next.resolve();
    domain.next = Promise.withResolvers();
  }

  #isFull({ pace, open }: Domain): boolean {
    const { slow, unknown } = this.#open;
    if (pace === 'slow') return open >= most.toSlowDomain || slow >= most.toSlow;
    return pace === 'unknown' && slow + unknown >= most.toSlowAndUnknown;
  }

  #add(name: string): Domain {
    const next = Promise.withResolvers<void>();
    const domain: Domain = { pace: 'unknown', open: 0, lastSlowAt: Number.NEGATIVE_INFINITY, next };
    this.#domains.set(name, domain);
    const [oldest] = this.#domains.keys();
    if (this.#domains.size > domainsMax && oldest !== undefined) this.#domains.delete(oldest);
    return domain;
  }
}

function toProviderError(error: unknown): ProviderError {
  const message = error instanceof Error ? error.message : String(error);
  const reply = Number(propertyOf(error, 'responseCode'));
  // Replies of 500 and above are final; once connected, any other failure leaves open whether the e-mail was sent.
  if (reply >= 500) return new ProviderError('mail', 'refused', { code: String(reply), message, cause: error });
  const kind = propertyOf(error, 'command') === 'CONN' ? 'unreachable' : 'unknown';
  return new ProviderError('mail', kind, { code: propertyOf(error, 'code'), message, cause: error });
}

function propertyOf(error: unknown, name: string): string {
  if (!(error instanceof Error)) return '';
  const value: unknown = Reflect.get(error, name);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

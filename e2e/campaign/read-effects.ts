import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const server = join(import.meta.dirname, '../../apps/server/src');

/** What the code of the server can do at a provider, named as the proxies name it. */
export function readOutsideEffects(): string[] {
  const found = new Set<string>();
  for (const { path, text } of sources('providers/**/*.ts')) {
    // Some files write the beginning of a URL once, as a function of its id.
    const beginnings = [...text.matchAll(/const (\w+) = \(\w+: string\) => `(\/[^`]+)`/g)];
    const inside = (expression: string) => {
      let whole = expression;
      for (const [, name = '', beginning = ''] of beginnings)
        whole = whole
          .replaceAll(new RegExp(`\\$\\{${name}\\(\\w+\\)\\}`, 'g'), beginning)
          .replaceAll(new RegExp(`\\b${name}\\(\\w+\\)`, 'g'), `\`${beginning}\``);
      return whole.replaceAll(/\$\{[^}]*\}/g, '{id}');
    };
    const calls = [
      ...text.matchAll(/method: '(POST|DELETE)',\s*path: ([^\n]+)/g),
      ...[...text.matchAll(/\bpost\(([^,]+),/g)].map(([all, address = '']) => [all, 'POST', address]),
    ];
    for (const [, verb = '', expression = ''] of calls)
      for (const [, address = ''] of inside(expression).matchAll(/[`'](\/[^`']+)[`']/g))
        found.add(`${verb} /${path.split('/')[1]}/v1${address}`);
    for (const [, method = ''] of text.matchAll(/'(sendrawtransaction|eth_sendRawTransaction)'/g))
      found.add(`RPC ${method}`);
    if (text.includes('/siteverify')) found.add('POST /captcha/siteverify');
    if (text.includes('${SMS_URL}/v1/messages')) found.add('POST /sms/v1/messages');
  }
  return [...found].toSorted();
}

/** Kinds of entries that the code of the server can post. */
export function readLedgerEffects(): string[] {
  const found = new Set<string>();
  for (const { text } of sources('**/*.ts')) {
    // An entry has its key beside its kind, which may be one of two; money that settlement receives is posted under the
    // pay-in method's kind.
    for (const [, either = ''] of text.matchAll(/kind: ([^\n,]+),(?:(?!kind:)[^]){0,160}?\bidempotencyKey\b/g))
      for (const [, kind = ''] of either.matchAll(/(?<!=== )'(\w+)'/g)) found.add(kind);
    if (!text.includes('receiveMoney(')) continue;
    for (const [, kind = ''] of text.matchAll(/kind: '(\w+_payin)'/g)) found.add(kind);
  }
  return [...found].toSorted();
}

function sources(pattern: string): { path: string; text: string }[] {
  return globSync(pattern, { cwd: server })
    .filter((path) => !path.includes('.test.') && !path.includes('fixtures'))
    .map((path) => ({ path, text: readFileSync(join(server, path), 'utf8') }));
}

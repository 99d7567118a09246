import { Icon } from '../../ui/icon.tsx';

export interface TransactionLinkProps {
  txid: string;
  /** Page of a block explorer; empty when there is none. */
  href: string;
  /** The id as it is shown. */
  short: string;
}

/** A transaction's id, leading to where the network shows it. The whole id stays in the title. */
export function TransactionLink({ txid, href, short }: TransactionLinkProps) {
  if (!/^https?:\/\//.test(href)) {
    return (
      <span className="num" title={txid}>
        {short}
      </span>
    );
  }
  return (
    <a className="num" href={href} target="_blank" rel="noreferrer" title={txid}>
      {short}
      <Icon name="external-link" size="s" />
    </a>
  );
}

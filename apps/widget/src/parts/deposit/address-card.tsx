import type { ReactNode } from 'react';
import { useTexts } from '../../platform/runtime.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { ButtonLink } from '../../ui/buttons/button-link.tsx';
import { useCopy } from '../../ui/buttons/use-copy.ts';
import styles from './address-card.module.css';
import { AddressText } from '../entry/address-text.tsx';
import { LateQr } from '../entry/late-qr.tsx';
import { useCopied } from '../entry/use-copied.ts';

interface AddressCardProps {
  /** The network that the address is on. */
  network: string;
  address: string;
  /** What is to be sent, exact decimal text; left out, the client decides. */
  amount?: string;
  /** The link that a wallet opens, where the network alone does not say it. */
  link?: string | undefined;
  /** The address is not to be used any more: its code is blurred, and `children` take the place of the copy button. */
  isOver?: boolean;
  /** Beside the copy button. */
  children?: ReactNode;
  /** Another way to send, below. */
  foot?: ReactNode;
}

/** An address to send coins to: its code, its text and a button that copies it. */
export function AddressCard({ network, address, amount, link, isOver = false, children, foot }: AddressCardProps) {
  const t = useTexts();
  const text = link ?? addressQrText({ network, address, amount });
  const { isCopied, copy } = useCopy({ text: address, ...useCopied() });
  return (
    <div className={styles.card}>
      <div className={isOver ? styles.over : undefined}>
        <LateQr text={text} label={t('tpl:payment:deposit_qr')} />
      </div>
      <p className={styles.address}>
        <span className="vh">{address}</span>
        <span aria-hidden="true">
          <AddressText address={address} />
        </span>
      </p>
      {isOver ? (
        children
      ) : (
        <div className={styles.buttons}>
          <Button icon={isCopied ? 'check' : 'copy'} onClick={copy}>
            {t('tpl:payment:deposit_copy')}
          </Button>
          {children}
        </div>
      )}
      {!isOver && text !== address && (
        <ButtonLink className={styles.open} look="line" icon="wallet" href={text} target="_blank" rel="noreferrer">
          {t('tpl:payment:deposit_open')}
        </ButtonLink>
      )}
      {!isOver && foot}
    </div>
  );
}

/** Chains with an address scheme that wallets open with the amount filled in (BIP 21). */
const schemes: Readonly<Record<string, string>> = { bitcoin: 'bitcoin', litecoin: 'litecoin' };

export interface EvmTransfer {
  chainId: number;
  /** Contract of the token; empty for the chain's own coin. */
  token: string;
  address: string;
  /** In smallest units. */
  units: bigint;
}

/** A payment on an EVM chain as wallets open it (EIP-681). */
export function evmLink({ chainId, token, address, units }: EvmTransfer): string {
  return token === ''
    ? `ethereum:${address}@${chainId}?value=${units}`
    : `ethereum:${token}@${chainId}/transfer?address=${address}&uint256=${units}`;
}

/** The text of the QR code of an address: the plain one where a wallet could take more for another thing. */
export function addressQrText(deposit: { network: string; address: string; amount?: string | undefined }): string {
  const scheme = schemes[deposit.network];
  if (scheme === undefined) return deposit.address;
  return `${scheme}:${deposit.address}${deposit.amount === undefined ? '' : `?amount=${deposit.amount}`}`;
}

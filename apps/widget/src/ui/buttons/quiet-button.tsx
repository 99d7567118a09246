import { Button } from './button.tsx';
import type { ButtonProps } from './button.tsx';
import { classNames } from '../class-names.ts';
import styles from './quiet-button.module.css';

export interface QuietButtonProps extends Omit<ButtonProps, 'big'> {
  look: 'soft' | 'line' | 'bare' | 'danger' | 'fill';
  /** 36 px high and as wide as its text, for a row. */
  small?: boolean;
}

/** The buttons beside the primary one. The look "fill" is for small buttons inside rows. */
export function QuietButton({ look, small, className, ...rest }: QuietButtonProps) {
  return <Button {...rest} className={classNames(look !== 'fill' && styles[look], small && styles.small, className)} />;
}

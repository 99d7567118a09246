import type { ReactNode } from 'react';
import type { IconName } from '../../ui/icons/icon-names.ts';

export interface MenuLink {
  kind: 'link';
  key: string;
  icon?: IconName;
  /** For symbols that point along the line of reading. */
  flip?: boolean;
  text: ReactNode;
  /** Said to a pointer, where the text itself is not to be seen. */
  title?: string;
  href?: string;
  /** Whether the page shown is its own, or one below it. */
  current?: boolean | 'page' | 'section';
  /** The language of the text, where it is not the page's. */
  lang?: string;
  /** A value or a pill at the end. */
  end?: ReactNode;
  onChoose?: () => void;
}

export interface MenuGroup {
  kind: 'group';
  key: string;
  icon?: IconName;
  text: string;
  /** The value chosen in the group, at the end. */
  end?: ReactNode;
  entries: readonly MenuLink[];
}

export type MenuEntry = MenuLink | MenuGroup | { kind: 'line'; key: string };

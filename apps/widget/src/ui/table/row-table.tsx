import { memo, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './row-table.module.css';
import text from '../layout/text.module.css';

export interface TableRow {
  key: string | number;
  lead: ReactNode;
  title: ReactNode;
  /** Below the title. */
  about?: ReactNode;
  date: string;
  status: ReactNode;
  /** Below the status. */
  detail?: ReactNode;
  amount: ReactNode;
  href?: string | undefined;
  onPress?: ((event: MouseEvent<HTMLElement>) => void) | undefined;
}

export interface TableGroup {
  key: string;
  /** The day of its rows; without one each row says its own. */
  title?: ReactNode;
  rows: readonly TableRow[];
}

export interface RowTableProps {
  label: string;
  /** The headings of what, when, how far and how much. */
  columns: readonly [what: string, date: string, status: string, amount: string];
  groups: readonly TableGroup[];
  /** For badges wider than a tile. */
  wideLead?: boolean;
}

/** A table whose rows take two lines where there is no room for columns; there the days stand between them. */
export function RowTable({ label, columns, groups, wideLead }: RowTableProps) {
  return (
    <table className={classNames(styles.table, wideLead && styles.wideLead)} aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ key, title, rows }) => (
        <tbody key={key}>
          {title !== undefined && (
            <tr className={styles.day}>
              <th colSpan={columns.length} scope="rowgroup">
                <h2 className={text.eyebrow}>{title}</h2>
              </th>
            </tr>
          )}
          {rows.map((row) => (
            <Row key={row.key} row={row} isDated={title === undefined} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

/** Drawn again for another object alone: a page that comes below costs nothing of those above it. */
const Row = memo(function Row({ row, isDated }: { row: TableRow; isDated: boolean }) {
  const { lead, title, about, date, status, detail, amount, href, onPress } = row;
  return (
    <tr className={classNames(styles.row, isDated && styles.rowDated, href !== undefined && styles.leads)}>
      <td className={styles.what}>
        <span className={styles.lead}>{lead}</span>
        <span>
          {href === undefined ? (
            <span className={styles.title}>{title}</span>
          ) : (
            <a className={styles.title} href={href} onClick={onPress}>
              {title}
            </a>
          )}
          {about && <span className={styles.about}>{about}</span>}
        </span>
      </td>
      <td className={classNames(styles.date, isDated && styles.dated)}>{date}</td>
      <td className={styles.status}>
        {status}
        {detail && <span className={styles.detail}>{detail}</span>}
      </td>
      <td className={styles.amount}>{amount}</td>
    </tr>
  );
});

import layout from '../../../ui/layout/layout.module.css';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import text from '../../../ui/layout/text.module.css';
import styles from '../transactions.module.css';

const rows = [1, 2, 3, 4, 5];

/** The outline of the list while it is read. */
export function LoadingRows() {
  return (
    <div aria-busy="true">
      {rows.map((row) => (
        <div key={row} className={styles.waiting}>
          <Skeleton width="38px" height="38px" round />
          <div className={`${text.stackS} ${layout.grow}`}>
            <Skeleton width="96px" height="14px" />
            <Skeleton width="72px" height="12px" />
          </div>
          <Skeleton width="80px" height="14px" />
        </div>
      ))}
    </div>
  );
}

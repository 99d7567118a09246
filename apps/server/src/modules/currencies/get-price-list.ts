import { keepForASecond } from './keep-for-a-second.ts';
import { loadPriceList } from './store.ts';

/** The price list, at most a second old. */
export const getPriceList = keepForASecond(loadPriceList);

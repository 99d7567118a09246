import { defaultAmountDecimals, defaultCurrencyPrecision } from '@causeway/domain/currencies/currency';
import { shortNameLengthMax } from '@causeway/domain/currencies/short-name';
import { describe, expect, test } from 'vitest';
import { scrollRestoreDelay } from '../src/app/router/router.ts';
import { continueClearDelay } from '../src/app/stepper/create-moves.ts';
import { preloadDelay } from '../src/app/views/fetch-ahead.ts';
import { loadingDelay, loadingTimeout, recoveryDelay } from '../src/app/views/view-switch.tsx';
import { quietRefresh } from '../src/features/exchange/price-source.ts';
import { balancePolling } from '../src/features/home/home-screen.tsx';
import { orderPolling } from '../src/features/order-status/use-order.ts';
import { retriesMax, retryDelay, refreshDebounce } from '../src/lib/api/api.ts';
import { requestTimeout } from '../src/lib/api/send-request.ts';
import { serverErrorsMax } from '../src/lib/polling/poll.ts';
import { deleteDelay } from '../src/ui/fields/amount/amount-field.tsx';
import { codeLength } from '../src/ui/fields/code-input-rules.ts';
import { dangerDelay } from '../src/features/exchange/components/exchange-callouts.tsx';
import { cookieDays } from '../src/platform/cookies.ts';

describe('constants', () => {
  test.each<[row: string, value: unknown, expected: unknown]>([
    ['9-01 a request is given up after 10 s', requestTimeout, 10_000],
    ['9-05 a code has 6 digits', codeLength, 6],
    ['9-08 the kind of rate is remembered for 365 days', cookieDays, 365],
    ['9-10 going on after a sign-in is over after 100 ms', continueClearDelay, 100],
    ['9-14 an amount has 2 decimals unless its currency says more', defaultAmountDecimals, 2],
    ['9-15 a currency has 8 unless it says so', defaultCurrencyPrecision, 8],
    ['9-18 the steps that come often are fetched after 6500 ms', preloadDelay, 6500],
    ['9-19 deleting is heard 20 ms late', deleteDelay, 20],
    ['9-23 the page is scrolled back after 150 ms', scrollRestoreDelay, 150],
    ['9-24 a short name has 10 characters at most', shortNameLengthMax, 10],
    [
      '9-25 requests: 300 ms together, 1200 ms apart, 3 tries',
      [refreshDebounce, retryDelay, retriesMax],
      [300, 1200, 3],
    ],
    ['9-27 loading shows after 550 ms and fails after 9000 ms', [loadingDelay, loadingTimeout], [550, 9000]],
    ['9-31 polling stops after 3 errors of the server', serverErrorsMax, 3],
    ['8-26, 9-32 an error shows after 150 ms', dangerDelay, 150],
    ['9-42 the price is asked for again after 6 s', quietRefresh, 6000],
    ['4.3-23 a step that is missing is given up after 5 s', recoveryDelay, 5000],
    ['7-26, 9-03 the balance is looked at every 10 s', balancePolling, 10_000],
    ['4.10-10, 9-02 an order is looked at every 8 s', orderPolling, 8000],
  ])('%s', (_row, value, expected) => expect(value).toEqual(expected));
});

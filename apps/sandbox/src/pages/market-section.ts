import type { Price } from '../market/market.ts';
import type { World } from '../world.ts';
import { flagButton, inputField } from './control-form.ts';
import { html } from '../web/html.ts';
import type { Html } from '../web/html.ts';

/** Prices of everything, and the form that changes them. */
export function marketSection(world: World): Html {
  const { prices } = world.market.prices();
  const assets = [...new Set(prices.map((price) => price.asset))];
  const cell = (asset: string, currency: string): Price | undefined =>
    prices.find((price) => price.asset === asset && price.currency === currency);
  const pair = (price: Price | undefined): Html =>
    html`<td class="number">${price?.bid ?? '–'}</td>
      <td class="number">${price?.ask ?? '–'}</td>`;
  return html`<section class="card" id="market" aria-labelledby="market-title">
    <h2 id="market-title">Market</h2>
    <div class="scroll" id="market-prices" data-live tabindex="0" role="region" aria-label="Prices">
      <table>
        <thead>
          <tr>
            <th scope="col">Asset</th>
            <th scope="col" class="number">EUR bid</th>
            <th scope="col" class="number">EUR ask</th>
            <th scope="col" class="number">USD bid</th>
            <th scope="col" class="number">USD ask</th>
          </tr>
        </thead>
        <tbody>
          ${assets.map(
            (asset) =>
              html`<tr>
                <th scope="row">${asset}${world.market.isHeld(asset) && ' · held'}</th>
                ${pair(cell(asset, 'EUR'))}${pair(cell(asset, 'USD'))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <form class="line-form" data-call="POST /control/market">
      ${inputField({ id: 'market-asset', label: 'Asset', name: 'asset', value: 'BTC', required: true })}${inputField({ id: 'market-eur', label: 'Middle, EUR', name: 'eur', required: true })}${inputField({ id: 'market-spread', label: 'Spread, %', name: 'spread_percent' })}<input
        type="hidden"
        name="hold"
        value="true"
        data-flag="yes"
      /><button type="submit">Set and hold</button>
    </form>
    <div class="actions">
      ${flagButton('Hold everything', 'POST /control/market', 'hold', true)}${flagButton('Let it walk', 'POST /control/market', 'hold', false)}
    </div>
  </section>`;
}

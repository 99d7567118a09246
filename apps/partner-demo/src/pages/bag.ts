const items = [
  ['Field notebook, A5', '2 × 18 EUR', '36 EUR'],
  ['Brass fountain pen', '1 × 64 EUR', '64 EUR'],
  ['Delivery', 'tracked', '9 EUR'],
];

/** What is bought, above what it is paid with. */
export function bag(action: string): string {
  const rows = items.map(
    ([name, count, price]) => `<li><span><b>${name}</b><br><small>${count}</small></span><span>${price}</span></li>`,
  );
  return `<div class="card"><h2>Your bag</h2><ul class="bag-list">${rows.join('')}</ul>
<p class="total"><span>Total</span><span>109 EUR</span></p>
${action}</div>`;
}

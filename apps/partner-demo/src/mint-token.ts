const bag = {
  items: [
    { name: 'Field notebook, A5', count: 2, price: '18 EUR' },
    { name: 'Brass fountain pen', count: 1, price: '64 EUR' },
    { name: 'Delivery, tracked', count: 1, price: '9 EUR' },
  ],
};

/** Asks Causeway for a token that opens one payment of this order; the fields it fixes cannot be changed. */
export async function mintToken(causeway: string, secretKey: string): Promise<string> {
  const response = await fetch(`${causeway}/partner/sessions`, {
    method: 'POST',
    headers: { 'x-authorization': `Bearer ${secretKey}` },
    body: new URLSearchParams({
      is_merchant: '1',
      purchase_amount: '109',
      purchase_currency: 'EUR',
      partner_order_id: '20417',
      client_email: 'elin@example.com',
      description: 'Order 20417 · ships within 2 days',
      product_details: JSON.stringify(bag),
    }),
  });
  const answer: unknown = await response.json();
  if (typeof answer === 'object' && answer !== null && 'session_token' in answer) return String(answer.session_token);
  throw new Error(`Causeway gave no token: ${response.status} ${JSON.stringify(answer)}`);
}

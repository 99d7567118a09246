import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** The least that React can do for the same purpose: one input, one price. */
function Page() {
  const [amount, setAmount] = useState('250');
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = 'true';
  }, []);
  return (
    <form>
      <label htmlFor="payin">You pay</label>
      <input id="payin" inputMode="decimal" value={amount} onChange={(event) => setAmount(event.target.value)} />
      <output id="price">0.00412560</output>
    </form>
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(<Page />);

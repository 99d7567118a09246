import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { CausewayWidget } from '@causeway/sdk/react';

/** A page whose callback and options change at each click, with the widget of its own origin. */
function Page() {
  const [clicks, setClicks] = useState(0);
  const [heard, setHeard] = useState('nothing');
  const [problem, setProblem] = useState('');
  const amount = clicks === 0 ? undefined : clicks === 3 ? 'much' : `${clicks}00`;
  return (
    <>
      <button type="button" onClick={() => setClicks(clicks + 1)}>
        next
      </button>
      <output>{`${heard} ${problem}`}</output>
      {clicks < 4 && (
        <CausewayWidget
          origin={location.origin}
          partnerKey="pk_test_shop"
          payinAmount={amount}
          onChangeLang={({ lang }) => setHeard(`${lang} after ${clicks} clicks`)}
          onError={({ message }) => setProblem(message)}
        />
      )}
    </>
  );
}

createRoot(document.body).render(
  <StrictMode>
    <Page />
  </StrictMode>,
);

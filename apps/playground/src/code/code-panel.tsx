import { useState } from 'react';
import { copyText } from '../copy-text.ts';
import type { Choices } from '../choices.ts';
import { type CodeKind, codeKinds, writeCode } from './write-code.ts';

/** The code that puts this widget on a page, for each kind of page. */
export function CodePanel({ choices }: { choices: Choices }) {
  const [kind, setKind] = useState<CodeKind>('HTML');
  const [said, setSaid] = useState('');
  const code = write(kind, choices);
  const copy = async () => setSaid((await copyText(code)) ? 'Copied' : 'Select the code and copy it');
  return (
    <section className="code" aria-labelledby="code">
      <div className="bar">
        <h2 id="code">Code</h2>
        <label htmlFor="kind">For</label>
        <select
          id="kind"
          value={kind}
          onChange={(event) => {
            setSaid('');
            setKind(codeKinds.find((one) => one === event.target.value) ?? kind);
          }}
        >
          {codeKinds.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
        <button type="button" onClick={() => void copy()}>
          Copy code
        </button>
        <span role="status">{said}</span>
      </div>
      <pre tabIndex={0}>{code}</pre>
      <p>
        An address and an amount in a page can be edited by its reader. To fix them, your server makes a session token:{' '}
        <a href="/manual/embedding.md">Presets that matter</a>.
      </p>
    </section>
  );
}

/** The code, or the sentence that says why there is none. */
function write(kind: CodeKind, choices: Choices): string {
  try {
    return writeCode(kind, location.origin, choices);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

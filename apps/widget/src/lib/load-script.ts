/**
 * Adds another's script to the page.
 *
 * @param read what the script leaves there; undefined when it did not
 * @throws what `failure` makes when the script does not come or leaves nothing; it is gone then and can be tried again
 */
export function loadScript<Left>(url: string, read: () => Left | undefined, failure: () => Error): Promise<Left> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      script.remove();
      reject(failure());
    };
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => {
      const left = read();
      if (left === undefined) fail();
      else resolve(left);
    });
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}

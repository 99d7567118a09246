/** Who gives a command: the name from the line, and the key from where no list of processes shows it. */
export function whoIs(by: string | undefined): { name: string; key: string } {
  return { name: by ?? '', key: process.env['OPERATOR_KEY'] ?? '' };
}

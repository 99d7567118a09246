/** A structured log line as a person reads it; every other line as it is. */
export function formatLine(line) {
  if (!line.startsWith('{')) return line;
  try {
    const { level, msg, time: _time, pid: _pid, hostname: _hostname, ...rest } = JSON.parse(line);
    if (typeof msg !== 'string') return line;
    const fields = Object.entries(rest).map(
      ([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`,
    );
    return [nameOf(level), msg, ...fields].filter((part) => part !== '').join(' ');
  } catch {
    return line;
  }
}

function nameOf(level) {
  const text =
    { 10: 'trace', 20: 'debug', 30: '', 40: 'warning:', 50: 'error:', 60: 'fatal:' }[level] ?? String(level ?? '');
  return text === 'info' ? '' : text;
}

/** One server-sent event. The id is that of the last event that had one. */
export type StreamEvent = { id: string | null; name: string; data: string };

const usualName = 'message';

/** A parser of server-sent events, for text that arrives in any pieces. Lines end with LF or CRLF. */
export function eventParser(onEvent: (event: StreamEvent) => void): (text: string) => void {
  let rest = '';
  let id: string | null = null;
  let name = usualName;
  let data: string[] = [];

  function emit(): void {
    if (data.length > 0) onEvent({ id, name, data: data.join('\n') });
    name = usualName;
    data = [];
  }

  function read(line: string): void {
    if (line === '') {
      emit();
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    // A line that begins with a colon is a comment, and its field is empty.
    if (field === 'data') data.push(value);
    else if (field === 'event') name = value;
    else if (field === 'id') id = value;
  }

  return (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) read(line.replace(/\r$/, ''));
  };
}

import { eventParser, type StreamEvent } from '@kerb/web/platform/event-stream.ts';
import { describe, expect, it } from 'vitest';

function parsed(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const parse = eventParser((event) => events.push(event));
  for (const piece of pieces) parse(piece);
  return events;
}

const text = 'event: open\nid: 7\ndata: {"version":1}\n\n:\n\ndata: a\ndata: b\n\nid: 9\ndata:c\n\n';
const events = [
  { id: '7', name: 'open', data: '{"version":1}' },
  { id: '7', name: 'message', data: 'a\nb' },
  { id: '9', name: 'message', data: 'c' },
];

describe('the parser of server-sent events', () => {
  it('reads names, ids and lines of data, and leaves comments out', () => {
    expect(parsed(text)).toEqual(events);
  });

  it('reads the same from any pieces', () => {
    for (const size of [1, 2, 3, 7, 40]) {
      const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, n) =>
        text.slice(n * size, (n + 1) * size),
      );
      expect(parsed(...pieces)).toEqual(events);
    }
  });

  it('reads lines that end with CRLF, also if a piece ends between them', () => {
    expect(parsed('data: a\r', '\n\r\n')).toEqual([{ id: null, name: 'message', data: 'a' }]);
  });

  it('emits nothing before an event is complete, and nothing without data', () => {
    expect(parsed('data: a\n')).toEqual([]);
    expect(parsed('event: open\nid: 1\n\nretry: 5\n\nunknown\n\n')).toEqual([]);
  });
});

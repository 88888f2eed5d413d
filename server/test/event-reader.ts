import { vi } from 'vitest';

export type Heard = { id: string | null; name: string; data: Record<string, unknown> };

/** A reader of server-sent events, like a page. */
export async function openStream(url: string, headers: Record<string, string>) {
  const stop = new AbortController();
  const asked = { accept: 'text/event-stream', ...headers };
  const response = await fetch(url, { headers: asked, signal: stop.signal });
  const heard: Heard[] = [];
  let comments = 0;
  let rest = '';
  let id: string | null = null;

  function read(block: string): void {
    const fields = Object.fromEntries(
      block.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
    );
    id = fields.id ?? id;
    if (fields.data === undefined) comments += 1;
    else heard.push({ id, name: fields.event ?? 'message', data: JSON.parse(fields.data) });
  }

  async function readAll(): Promise<void> {
    if (!response.ok || !response.body) return;
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) read(block);
    }
  }
  const ended = readAll().catch((error) => {
    // The test or the server has cut the connection.
    if (!stop.signal.aborted && error.name !== 'TypeError') throw error;
  });
  const changes = () => heard.filter(({ name }) => name === 'message').map(({ data }) => data);
  return {
    status: response.status,
    headers: response.headers,
    heard,
    changes,
    comments: () => comments,
    lastEventId: () => id,
    /** Resolves when the stream is over. */
    ended,
    /** Waits for a change of this kind. */
    hears: (kind: string, timeout = 2_000) =>
      vi.waitFor(
        () => {
          const found = changes().find((change) => change.kind === kind);
          if (!found) throw new Error(`no ${kind} among ${JSON.stringify(heard)}`);
          return found;
        },
        { timeout, interval: 5 },
      ),
    close: async () => {
      stop.abort();
      await ended;
    },
  };
}
export type Listener = Awaited<ReturnType<typeof openStream>>;

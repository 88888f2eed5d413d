import { fileTooLarge } from '@kerb/domain/documents/documents.contract.ts';
import type { SendOptions } from '@kerb/web/features/documents/documents.queries.ts';
import { createUploadQueue } from '@kerb/web/features/documents/upload-queue.ts';
import { ApiProblem, networkProblem } from '@kerb/web/platform/api-problem.ts';
import { describe, expect, it, vi } from 'vitest';

type Sending = SendOptions & { name: string; arrive: () => void; fail: (error: unknown) => void };

const asset = (fileName: string) => ({
  id: 5,
  href: '/v1/assets/5',
  fileName,
  contentType: 'application/pdf',
  size: 1,
});
const aFile = (name: string, size = 10) => {
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: size });
  return file;
};
const refused = (status: number) => new ApiProblem({ kind: 'refused', status, displayText: 'No.' });

function aQueue(attach = vi.fn(async () => undefined as unknown)) {
  const sent: Sending[] = [];
  const send = (file: File, options: SendOptions) =>
    new Promise<ReturnType<typeof asset>>((resolve, reject) => {
      options.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      sent.push({ ...options, name: file.name, arrive: () => resolve(asset(file.name)), fail: reject });
    });
  const queue = createUploadQueue({ send, attach });
  const states = () => queue.files.get().map(({ file, state }) => `${file.name} ${state}`);
  return { queue, sent, attach, states };
}

describe('a queue of uploads', () => {
  it('uploads two at a time, and attaches each when it arrives', async () => {
    const { queue, sent, attach, states } = aQueue();
    queue.add([aFile('a.pdf'), aFile('b.pdf'), aFile('c.pdf')], 'internal-doc');
    expect(states()).toEqual(['a.pdf sending', 'b.pdf sending', 'c.pdf waiting']);
    sent[1]!.arrive();
    await vi.waitFor(() => expect(states()).toEqual(['a.pdf sending', 'c.pdf sending']));
    expect(attach).toHaveBeenCalledWith(asset('b.pdf'), 'internal-doc', expect.any(AbortSignal));
    sent[0]!.arrive();
    sent[2]!.arrive();
    await vi.waitFor(() => expect(states()).toEqual([]));
    expect(queue.news.get()).toBe('c.pdf has been uploaded');
  });

  it('reports how much of each is sent', () => {
    const { queue, sent } = aQueue();
    queue.add([aFile('a.pdf')], 'marketing');
    sent[0]!.onProgress(0.4);
    expect(queue.files.get()[0]?.share).toBe(0.4);
  });

  it('sends no byte of a file that is too large, empty or of a type that is not accepted', () => {
    const { queue, sent, states } = aQueue();
    queue.add(
      [aFile('big.pdf', 8_388_609), aFile('none.pdf', 0), aFile('run.exe'), aFile('ok.pdf', 8_388_608)],
      'marketing',
    );
    expect(states()).toEqual(['big.pdf refused', 'none.pdf refused', 'run.exe refused', 'ok.pdf sending']);
    expect(queue.files.get()[0]?.problem).toBe(fileTooLarge);
    expect(sent.map(({ name }) => name)).toEqual(['ok.pdf']);
  });

  it('lets a failed file be retried, without the others', async () => {
    const { queue, sent, states } = aQueue();
    queue.add([aFile('a.pdf'), aFile('b.pdf')], 'marketing');
    sent[0]!.fail(networkProblem());
    await vi.waitFor(() => expect(states()).toEqual(['a.pdf failed', 'b.pdf sending']));
    queue.retry(queue.files.get()[0]!.key);
    expect(states()).toEqual(['a.pdf sending', 'b.pdf sending']);
    sent[2]!.arrive();
    await vi.waitFor(() => expect(states()).toEqual(['b.pdf sending']));
  });

  it('does not upload a file again that arrived but could not be attached', async () => {
    const attach = vi.fn(async () => undefined as unknown).mockRejectedValueOnce(refused(503));
    const { queue, sent, states } = aQueue(attach);
    queue.add([aFile('a.pdf')], 'marketing');
    sent[0]!.arrive();
    await vi.waitFor(() => expect(states()).toEqual(['a.pdf failed']));
    queue.retry(queue.files.get()[0]!.key);
    await vi.waitFor(() => expect(states()).toEqual([]));
    expect([sent.length, attach.mock.calls.length]).toEqual([1, 2]);
  });

  // biome-ignore format: a table
  it.each([[400, 'refused'], [403, 'refused'], [413, 'refused'], [429, 'failed'], [500, 'failed'], [503, 'failed']])(
    'after a response of %d has the state %s', async (status, state) => {
      const { queue, sent, states } = aQueue();
      queue.add([aFile('a.pdf')], 'marketing');
      sent[0]!.fail(refused(status));
      await vi.waitFor(() => expect(states()).toEqual([`a.pdf ${state}`]));
      expect(queue.files.get()[0]?.problem).toBe('No.');
    },
  );

  it('aborts a cancelled file, and continues with the next', async () => {
    const { queue, sent, attach, states } = aQueue();
    queue.add([aFile('a.pdf'), aFile('b.pdf'), aFile('c.pdf')], 'marketing');
    queue.drop(queue.files.get()[0]!.key);
    expect(sent[0]!.signal.aborted).toBe(true);
    await vi.waitFor(() => expect(states()).toEqual(['b.pdf sending', 'c.pdf sending']));
    expect(attach).not.toHaveBeenCalled();
  });

  it('aborts everything when the user leaves', () => {
    const { queue, sent, states } = aQueue();
    queue.add([aFile('a.pdf'), aFile('b.pdf'), aFile('c.pdf')], 'marketing');
    queue.stop();
    expect(sent.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(states()).toEqual([]);
  });
});

import { agreementListEndpoints } from '@kerb/domain/agreements/campaign-list.contract.ts';
import { documentEndpoints } from '@kerb/domain/documents/documents.contract.ts';
import { download, fileNameIn, showPdf, upload } from '@kerb/web/platform/files.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { problemResponse, signedIn, tokens, usePage } from '../../test/harness.tsx';
import { stubUploads } from '../../test/uploads.ts';

beforeEach(() => usePage());

describe('the name of a file', () => {
  it.each([
    ['attachment; filename="KerbPay Campaigns.csv"', 'KerbPay Campaigns.csv'],
    ["attachment; filename=x.csv; filename*=UTF-8''K%C5%8Dwhai%20St.csv", 'Kōwhai St.csv'],
    ['attachment', null],
    [null, null],
  ])('in %j is %j', (header, name) => {
    expect(fileNameIn(header)).toBe(name);
  });
});

function streamed(parts: string[], totalRows: number, failure?: Error): Response {
  const rest = parts.map((part) => new TextEncoder().encode(part));
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (stream) => {
      const part = rest.shift();
      if (part) stream.enqueue(part);
      else if (failure) stream.error(failure);
      else stream.close();
    },
  });
  return new Response(body, { headers: { 'kerb-total-rows': String(totalRows) } });
}

async function sharesOf(parts: string[], totalRows: number): Promise<number[]> {
  await signedIn({ 'GET /v1/agreements': () => streamed(parts, totalRows) });
  const shares: number[] = [];
  const { blob } = await download(
    agreementListEndpoints.list,
    {},
    { accept: 'text/csv', onProgress: (s) => shares.push(s) },
  );
  expect(blob.size).toBe(new TextEncoder().encode(parts.join('')).length);
  return shares;
}

describe('a download', () => {
  it('asks for the file type that it wants and reports its progress', async () => {
    const text = 'Flow No.,Campaign\n';
    const calls = await signedIn({
      'GET /v1/agreements': () => new Response(text, { headers: { 'content-length': String(text.length) } }),
    });
    const shares: number[] = [];
    const { blob } = await download(
      agreementListEndpoints.list,
      {},
      { accept: 'text/csv', onProgress: (s) => shares.push(s) },
    );
    expect(calls[0]?.headers.get('accept')).toBe('text/csv');
    expect(blob.size).toBe(text.length);
    expect(shares.at(-1)).toBe(1);
  });

  it('of streamed records reports how many have arrived', async () => {
    const shares = await sharesOf(['\uFEFFFlow No.,Campaign\r\n1,A\r\n2,"B\nb"\r', '\n', '3,C\r\n4,D\r\n'], 4);
    expect(shares).toEqual([0.25, 0.5, 1]);
  });

  it('reports a share between 0 and 1', async () => {
    expect(await sharesOf(['Flow', ' No.\r\n1\r\n', '2\r\n3\r\n'], 1)).toEqual([0, 1, 1]);
  });

  it('that is interrupted gives no file', async () => {
    await signedIn({ 'GET /v1/agreements': () => streamed(['Flow No.\r\n1\r\n'], 4, new Error('gone')) });
    const broken = download(agreementListEndpoints.list, {}, { accept: 'text/csv', onProgress: () => undefined });
    await expect(broken).rejects.toMatchObject({ kind: 'network' });
  });
});

describe('a PDF that is shown in a tab', () => {
  const file = { blob: new Blob(['%PDF-'], { type: 'application/pdf' }), fileName: 'Loan-Invoice_AU7.pdf' };
  const aTab = () => ({ opener: window, closed: false, close: vi.fn(), location: { replace: vi.fn() } });
  const open = (tab: ReturnType<typeof aTab> | null) =>
    vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window | null);
  const save = () => vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);

  const viewer = (isThere: boolean) => vi.stubGlobal('navigator', { pdfViewerEnabled: isThere });

  afterEach(() => vi.restoreAllMocks());
  beforeEach(() => {
    viewer(true);
    Object.assign(URL, { createObjectURL: () => 'blob:invoice', revokeObjectURL: () => undefined });
  });

  it('opens its tab before the bytes arrive, because browsers block a tab without a click', async () => {
    const tab = aTab();
    const opens = open(tab);
    const shown = showPdf(async () => {
      expect(opens).toHaveBeenCalledWith('', '_blank');
      return file;
    }, 'file.pdf');
    await shown;
    expect(tab.opener).toBeNull();
    expect(tab.location.replace).toHaveBeenCalledWith('blob:invoice');
  });

  it('opens one tab for a double click', async () => {
    const opens = open(aTab());
    await Promise.all([showPdf(async () => file, 'file.pdf'), showPdf(async () => file, 'file.pdf')]);
    expect(opens).toHaveBeenCalledTimes(1);
    await showPdf(async () => file, 'file.pdf');
    expect(opens).toHaveBeenCalledTimes(2);
  });

  it('is saved if the browser opens no tab', async () => {
    open(null);
    const saves = save();
    await showPdf(async () => file, 'file.pdf');
    expect(saves.mock.instances.map((link) => (link as unknown as HTMLAnchorElement).download)).toEqual([
      'Loan-Invoice_AU7.pdf',
    ]);
  });

  it('is saved if the browser cannot show PDFs', async () => {
    viewer(false);
    const opens = open(aTab());
    const saves = save();
    await showPdf(async () => file, 'file.pdf');
    expect(saves).toHaveBeenCalled();
    expect(opens).not.toHaveBeenCalled();
  });

  it('leaves no empty tab if there is no file', async () => {
    const tab = aTab();
    open(tab);
    await expect(showPdf(() => Promise.reject(new Error('none')), 'file.pdf')).rejects.toThrow('none');
    expect(tab.close).toHaveBeenCalled();
  });
});

describe('an upload', () => {
  const asset = { id: 5, href: '/v1/assets/5', fileName: 'a.pdf', contentType: 'application/pdf', size: 1 };
  const aForm = () => {
    const form = new FormData();
    form.append('asset', new File(['x'], 'a.pdf'));
    return form;
  };
  const begin = async (signal?: AbortSignal) => {
    await signedIn({ 'POST /v1/session/refresh': () => ({ ...tokens, accessToken: 'access-2' }) });
    const uploads = stubUploads();
    const shares: number[] = [];
    const onProgress = (share: number) => shares.push(share);
    const sent = upload(documentEndpoints.upload, aForm(), { onProgress, ...(signal && { signal }) });
    // The tests check every outcome below; this avoids unhandled rejections until then.
    sent.catch(() => undefined);
    await vi.waitFor(() => expect(uploads).toHaveLength(1));
    return { uploads, shares, sent };
  };

  it('reports how much is sent, and returns the stored file', async () => {
    const { uploads, shares, sent } = await begin();
    uploads[0]!.progress(0.25);
    uploads[0]!.answer(201, asset);
    expect(await sent).toEqual(asset);
    expect(shares).toEqual([0.25]);
  });

  it('is retried once with a new token', async () => {
    const { uploads, sent } = await begin();
    uploads[0]!.answer(401, await problemResponse(401).json());
    await vi.waitFor(() => expect(uploads).toHaveLength(2));
    uploads[1]!.answer(201, asset);
    expect(await sent).toEqual(asset);
  });

  it('that is cancelled stops sending, and shows no error', async () => {
    const controller = new AbortController();
    const { uploads, sent } = await begin(controller.signal);
    controller.abort();
    await expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    expect(uploads[0]!.isAborted).toBe(true);
  });

  it('that is interrupted says so', async () => {
    const { uploads, sent } = await begin();
    uploads[0]!.breakOff();
    await expect(sent).rejects.toMatchObject({ kind: 'network' });
  });
});

import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { download, fileNameIn } from '@kerb/web/platform/files.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { signedIn, usePage } from '../../test/harness.tsx';

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

describe('a download', () => {
  it('asks for the kind of file it wants and tells how far it is', async () => {
    const text = 'Flow No.,Campaign\n';
    const calls = await signedIn({
      'GET /v1/agreements': () => new Response(text, { headers: { 'content-length': String(text.length) } }),
    });
    const shares: number[] = [];
    const { blob } = await download(
      agreementEndpoints.list,
      {},
      { accept: 'text/csv', onProgress: (s) => shares.push(s) },
    );
    expect(calls[0]?.headers.get('accept')).toBe('text/csv');
    expect(blob.size).toBe(text.length);
    expect(shares.at(-1)).toBe(1);
  });
});

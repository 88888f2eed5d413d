import { openApiDocument } from '@kerb/server/platform/http/openapi/document.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { inRoot } from '../../scripts/command.ts';
import { runProgram } from './run-program.ts';

type Findings = { redocly: string[]; spectral: string[] };
const lint = async (document: unknown): Promise<Findings> =>
  JSON.parse(await runProgram(inRoot('sdk/test/lint-document.mjs'), [], { input: JSON.stringify(document) }));

const printed = () =>
  openApiDocument({ sandbox: true, audience: 'public', publicUrl: 'https://kerb.example' }) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };

/** The same document with two mistakes. */
function spoiled() {
  const document = printed();
  const list = document.paths['/v1/agreements']?.get;
  if (!list) throw new Error('there is no list of campaigns');
  const { description: _, operationId: __, ...rest } = list;
  return { ...document, paths: { '/v1/agreements': { get: rest } } };
}

describe('the public document', () => {
  let findings: [Findings, Findings];
  beforeAll(async () => {
    findings = await Promise.all([lint(printed()), lint(spoiled())]);
  });

  it('has no warning by the recommended rules of Redocly and Spectral', () => {
    expect(findings[0]).toEqual({ redocly: [], spectral: [] });
  });

  it('would have warnings of both, if an operation had no name and no description', () => {
    const { redocly, spectral } = findings[1];
    expect(redocly).toContainEqual(expect.stringContaining('operation-operationId'));
    expect(spectral).toContainEqual(expect.stringContaining('operation-description'));
  });
});

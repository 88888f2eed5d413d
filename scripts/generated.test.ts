import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './command.ts';
import { generatedDocuments } from './generated-documents.ts';

describe('printed documents', () => {
  it.each(Object.entries(generatedDocuments()))('%s matches the tables in the code', (path, text) => {
    const kept = readFileSync(inRoot(path), 'utf8');
    expect(kept === text, 'run npm run docs').toBe(true);
  });
});

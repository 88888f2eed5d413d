import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { generatedDocuments } from './generated-documents.ts';

describe('docs/generated', () => {
  it.each(Object.entries(generatedDocuments()))('%s agrees with the tables', (name, text) => {
    const kept = readFileSync(new URL(`../docs/generated/${name}`, import.meta.url), 'utf8');
    expect(kept === text, 'run npm run docs').toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { isLivingDocument, scriptsNamedIn } from './tidy/documents.ts';
import { repositoryFiles, textOf } from './tidy/source.ts';
import { tries } from './try-commands.ts';

describe('.ci/run', () => {
  it('tries every npm command that a document names', () => {
    const ci = textOf('.ci/run');
    expect(ci).toMatch(/^npm test$/m);
    expect(ci).toMatch(/^node_modules\/\.bin\/node scripts\/try-commands\.ts$/m);
    const documents = repositoryFiles().filter(isLivingDocument);
    expect(documents).toEqual(expect.arrayContaining(['CONTRIBUTING.md', 'docs/operations.md', 'docs/quality.md']));
    const named = new Set(documents.flatMap((path) => scriptsNamedIn(textOf(path))));
    expect([...named].toSorted()).toEqual([...Object.keys(tries), 'test'].toSorted());
  });
});

import { describe, expect, it } from 'vitest';
import { scriptsNamedIn } from './tidy/documents.ts';
import { textOf } from './tidy/source.ts';
import { tries } from './try-commands.ts';

describe('.ci/run', () => {
  it('tries every command that README.md and CONTRIBUTING.md name', () => {
    const ci = textOf('.ci/run');
    expect(ci).toMatch(/^npm test$/m);
    expect(ci).toMatch(/^node_modules\/\.bin\/node scripts\/try-commands\.ts$/m);
    const named = new Set(['README.md', 'CONTRIBUTING.md'].flatMap((path) => scriptsNamedIn(textOf(path))));
    expect([...named].toSorted()).toEqual([...Object.keys(tries), 'test'].toSorted());
  });
});

import { describe, expect, it } from 'vitest';
import { scriptsNamedIn } from './tidy/documents.ts';
import { textOf } from './tidy/source.ts';
import { tries } from './try-commands.ts';

describe('.ci/run', () => {
  it('tries every command that README.md names', () => {
    const ci = textOf('.ci/run');
    expect(ci).toMatch(/^npm test$/m);
    expect(ci).toContain('scripts/try-commands.ts');
    const named = new Set(scriptsNamedIn(textOf('README.md')));
    expect([...named].toSorted()).toEqual([...Object.keys(tries), 'test'].toSorted());
  });
});

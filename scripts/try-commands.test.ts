import { describe, expect, it } from 'vitest';
import { scriptsNamedIn } from './tidy/documents.ts';
import { textOf } from './tidy/source.ts';
import { tries } from './try-commands.ts';

describe('try-commands', () => {
  it('tries every command that README.md names', () => {
    expect(textOf('.ci/run')).toMatch(/^npm test$/m);
    const named = new Set(scriptsNamedIn(textOf('README.md')));
    expect([...named].toSorted()).toEqual([...Object.keys(tries), 'test'].toSorted());
  });
});

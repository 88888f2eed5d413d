import { keptResults } from '@kerb/server/platform/queues/kept-results.ts';
import { describe, expect, it } from 'vitest';

const bytes = (count: number) => Buffer.alloc(count);

describe('kept results', () => {
  it('drop the least recently used over the size limit', () => {
    const kept = keptResults(100);
    kept.keep('a', bytes(40));
    kept.keep('b', bytes(40));
    kept.get('a');
    kept.keep('c', bytes(40));
    expect(['a', 'b', 'c'].map((key) => kept.get(key)?.length)).toEqual([40, undefined, 40]);
  });

  it('do not grow if a key is kept twice, and never keep more than the limit', () => {
    const kept = keptResults(100);
    for (let times = 0; times < 5; times += 1) kept.keep('a', bytes(60));
    kept.keep('b', bytes(40));
    kept.keep('huge', bytes(101));
    expect(['a', 'b', 'huge'].map((key) => kept.get(key)?.length)).toEqual([60, 40, undefined]);
  });
});

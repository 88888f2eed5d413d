import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './command.ts';
import { inRandomOrder, longFiles, longFirst } from './test-order.ts';

const short = ['domain/a.test.ts', 'domain/b.test.ts', 'domain/c.test.ts', 'domain/d.test.ts', 'domain/e.test.ts'];
const files = [...short, ...longFiles];

describe('the usual order of test files', () => {
  it('begins with the long ones, and keeps the order of the others', () => {
    expect(longFirst(files)).toEqual([...longFiles, ...short]);
  });
});

describe('the random order of test files', () => {
  it('is the same for the same seed, whatever the order before, and another for another seed', () => {
    expect(inRandomOrder(files.toReversed(), 7)).toEqual(inRandomOrder(files, 7));
    expect(inRandomOrder(files, 8)).not.toEqual(inRandomOrder(files, 7));
  });

  it('loses no file, and begins with the long ones', () => {
    const sorted = inRandomOrder(files, 7);
    expect(sorted.toSorted()).toEqual(files.toSorted());
    expect(sorted.slice(0, longFiles.length).toSorted()).toEqual(longFiles);
  });

  it('names long files that exist', () => {
    expect(longFiles.filter((path) => !existsSync(inRoot(path)))).toEqual([]);
  });
});

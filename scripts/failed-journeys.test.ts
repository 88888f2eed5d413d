import { describe, expect, it } from 'vitest';
import { pageOf, warningsOf } from './failed-journeys.ts';

describe('what is printed after a failed journey', () => {
  it('has the warnings and errors of the server, and nothing else of its log', () => {
    const lines = ['Demo sign-ins:', '{"level":30,"msg":"a request"}', '{"level":40,"msg":"a job failed"}', ''];
    expect(warningsOf(lines.join('\n'))).toEqual(['{"level":40,"msg":"a job failed"}']);
  });

  it('has the page without references, addresses and empty groups', () => {
    const context = [
      '# Error details',
      '# Page snapshot',
      '- generic [ref=f1e3]:',
      '  - link "Home" [ref=f1e4] [cursor=pointer]:',
      '    - /url: "#content"',
      '  - heading "Users" [level=1] [ref=f1e5]',
    ];
    expect(pageOf(context.join('\n'))).toEqual([
      '# Page snapshot',
      '  - link "Home":',
      '  - heading "Users" [level=1]',
    ]);
  });
});

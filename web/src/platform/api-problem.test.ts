import { problemFrom, sentenceFor } from '@kerb/web/platform/api-problem.ts';
import { afterEach, describe, expect, it, vi } from 'vitest';

const body = (status: number, more = {}) =>
  JSON.stringify({ type: '/problems/x', title: 'X', status, displayText: 'It failed.', ...more });

afterEach(() => vi.restoreAllMocks());

describe('the message for a failure', () => {
  it("contains the server's reference", () => {
    expect(sentenceFor(problemFrom(500, body(500, { requestId: 'abc-123' })))).toBe('It failed. Reference: abc-123');
  });

  it('contains no reference if the server only asks to retry later', () => {
    expect(sentenceFor(problemFrom(503, body(503, { requestId: 'abc-123' }), '5'))).toBe('It failed.');
  });

  it('contains no reference if the server explained a refusal', () => {
    expect(sentenceFor(problemFrom(409, body(409)))).toBe('It failed.');
  });

  it('of a bug in the web app is general, and the bug is reported once', () => {
    const report = vi.spyOn(console, 'error').mockImplementation(() => {});
    const bug = new TypeError('x is not a function');
    expect(sentenceFor(bug)).toBe('Something went wrong on our side. Try again in a moment.');
    sentenceFor(bug);
    expect(report.mock.calls).toEqual([[bug]]);
  });
});

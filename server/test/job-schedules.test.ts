import { scheduleWords } from '@kerb/domain/system/schedule-words.ts';
import { allJobs } from '@kerb/server/jobs.ts';
import { expect, it } from 'vitest';

it('every job has a schedule that the System page can say in words', () => {
  const reader = { timeZone: 'Australia/Sydney', now: '2026-11-17T00:00:00.000Z' };
  const words = allJobs.flatMap((job) => ('every' in job ? [scheduleWords(job.every, reader)] : []));
  expect(words.length).toBeGreaterThan(15);
  expect(words.filter((each) => each.includes('*'))).toEqual([]);
});

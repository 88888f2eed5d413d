import { scheduleWords } from '@kerb/domain/system/schedule-words.ts';
import { expect, it } from 'vitest';

const summer = '2026-11-17T00:00:00.000Z';
const winter = '2026-06-17T00:00:00.000Z';

// biome-ignore format: a table
it.each([
  ['* * * * *',    'Australia/Sydney',   summer, 'Every minute'],
  ['*/10 * * * *', 'Australia/Sydney',   summer, 'Every 10 minutes'],
  ['23 * * * *',   'Australia/Sydney',   summer, 'Every hour at 23 minutes past'],
  ['1 * * * *',    'Australia/Sydney',   summer, 'Every hour at 1 minute past'],
  ['0 * * * *',    'Australia/Sydney',   summer, 'Every hour, on the hour'],
  ['23 * * * *',   'Australia/Adelaide', summer, 'Every hour at 53 minutes past'],
  ['17 14 * * *',  'Australia/Sydney',   summer, 'Daily at 1:17 am'],
  ['17 14 * * *',  'Australia/Sydney',   winter, 'Daily at 12:17 am'],
  ['37 22 * * *',  'Pacific/Auckland',   summer, 'Daily at 11:37 am'],
  ['5 2 * * *',    'Pacific/Auckland',   winter, 'Daily at 2:05 pm'],
  ['11 22 1 * *',  'Australia/Sydney',   summer, 'On day 2 of each month at 9:11 am'],
  ['11 22 1 * *',  'UTC',                summer, 'On day 1 of each month at 10:11 pm'],
  ['5 2 * * 1',    'Australia/Sydney',   summer, '5 2 * * 1 (UTC)'],
  ['5 2 1 1 *',    'Australia/Sydney',   summer, '5 2 1 1 * (UTC)'],
  ['5 1,2 * * *',  'Australia/Sydney',   summer, '5 1,2 * * * (UTC)'],
  ['5,9 * * * *',  'Australia/Sydney',   summer, '5,9 * * * * (UTC)'],
])('%s in %s at %s is: %s', (schedule, timeZone, now, words) => {
  expect(scheduleWords(schedule, { timeZone, now }).replace('\u00a0', ' ')).toBe(words);
});

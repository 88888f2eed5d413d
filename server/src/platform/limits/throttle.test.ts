import { countAttempt, limits, networkOf, uncountAttempt } from '@kerb/server/platform/limits/throttle.ts';
import { describe, expect, it } from 'vitest';
import { startStage } from '../../../test/harness.ts';

const { db } = await startStage();
const isAllowed = (who: string) =>
  countAttempt(db, 'signInPerAccountAndAddress', who).then(
    () => true,
    () => false,
  );

describe('a rate limit', () => {
  it('lets exactly its number of attempts through, even in parallel', async () => {
    const tries = await Promise.all(Array.from({ length: 40 }, () => isAllowed('crowd')));
    expect(tries.filter(Boolean)).toHaveLength(limits.signInPerAccountAndAddress.most);
  });

  it('opens again after its time', async () => {
    for (let n = 0; n < limits.signInPerAccountAndAddress.most; n += 1) await isAllowed('patient');
    expect(await isAllowed('patient')).toBe(false);
    await db.updateTable('throttles').set({ windowEnd: '2020-01-01T00:00:00.000Z' }).execute();
    expect(await isAllowed('patient')).toBe(true);
  });

  it('gives back one successful attempt and no more', async () => {
    for (let n = 0; n < limits.signInPerAccountAndAddress.most; n += 1) await isAllowed('good');
    await uncountAttempt(db, 'signInPerAccountAndAddress', 'good');
    expect([await isAllowed('good'), await isAllowed('good')]).toEqual([true, false]);
  });

  it('does not store whom it counts', async () => {
    await isAllowed('hunter2 typed as an e-mail address');
    const rows = await db.selectFrom('throttles').select('key').execute();
    expect(rows.map((row) => row.key).join()).not.toContain('hunter2');
  });
});

describe('the network of an address', () => {
  // biome-ignore format: a table
  it.each([
    ['203.0.113.9',                            '203.0.113.9'],
    ['::ffff:203.0.113.9',                     '::ffff:203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6',                   '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9',                        '2001:db8:1:2::/64'],
    ['2001:db8::1',                            '2001:db8:0:0::/64'],
    ['fe80::1%eth0',                           'fe80:0:0:0::/64'],
    ['::1',                                    '0:0:0:0::/64'],
    ['',                                       ''],
  ])('%s is %s', (address, expected) => {
    expect(networkOf(address)).toBe(expected);
  });
});

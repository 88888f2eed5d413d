import { isAlarming, newSignInMessage, wideNetworkOf } from '@kerb/domain/session/new-sign-ins.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('the owner of an account', () => {
  it('is told of a new browser or network, but not of the first sign-in and not twice', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        (isNewBrowser, isNewNetwork, before, told) => {
          const isTold = isAlarming({ isNewBrowser, isNewNetwork, hasLoggedInBefore: before, isToldAnyway: told });
          expect(isTold).toBe(before && !told && (isNewBrowser || isNewNetwork));
        },
      ),
    );
  });

  it('reads what is known, and which part is new', () => {
    const facts = { device: 'Chrome on Windows', means: 'password', ipAddress: '203.0.113.9', date: 'today' };
    const about = { ...facts, brand: 'Kerb', firstName: 'Ann', supportPhone: '1300' };
    const words = (isNewBrowser: boolean, isNewNetwork: boolean) =>
      newSignInMessage({ ...about, isNewBrowser, isNewNetwork }).body;
    expect(words(true, false)).toContain('in a browser that has not been used');
    expect(words(false, true)).toContain('from a network that has not been used');
    expect(words(true, true)).toContain('in a browser and from a network');
    expect(words(true, true)).toContain('Chrome on Windows\nLogged in with: password\nNetwork address: 203.0.113.9');
  });
});

describe('a wide network', () => {
  // biome-ignore format: a table
  it.each([
    ['203.0.113.9',           '203.0.0.0/16'],
    ['::ffff:203.0.113.9',    '203.0.0.0/16'],
    ['2001:db8:1:2:3:4:5:6',  '2001:db8::/32'],
    ['2001:0DB8::1',          '2001:db8::/32'],
    ['::1',                   '0:0::/32'],
    ['fe80::1%eth0',          'fe80:0::/32'],
  ])('of %s is %s', (address, network) => expect(wideNetworkOf(address)).toBe(network));

  it('is the same for addresses that differ in the rest only', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    const isSame = (a: number, b: number, c: number, d: number) =>
      wideNetworkOf(`${a}.${b}.${c}.${d}`) === wideNetworkOf(`${a}.${b}.${d}.${c}`);
    fc.assert(fc.property(byte, byte, byte, byte, isSame));
  });
});

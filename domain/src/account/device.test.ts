import { deviceOf } from '@kerb/domain/account/device.ts';
import { describe, expect, it } from 'vitest';

describe('the name of a device', () => {
  // biome-ignore format: a table
  it.each([
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',                'Chrome on Windows'],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',  'Edge on Windows'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0',                                                          'Firefox on Linux'],
    ['curl/8.0',                                                                                                                        'An unknown browser'],
    [null,                                                                                                                              'An unknown browser'],
  ])('%s is %s', (userAgent, expected) => {
    expect(deviceOf(userAgent)).toBe(expected);
  });
});

import {
  environmentBadge,
  type PageSettings,
  readPageSettings,
  withPageSettings,
} from '@kerb/domain/shell/page-settings.ts';
import { describe, expect, it } from 'vitest';

const settings: PageSettings = {
  country: 'NZ',
  sandbox: false,
  environment: 'production',
  vendorComms: true,
  version: '1.2.3',
};
const page = '<head><script type="application/json" id="settings"></script><title>Kerb</title></head>';

// biome-ignore format: a table
it.each([
  [false, 'production', null],
  [false, 'uat',        'AU uat'],
  [true,  'sandbox',    'Sandbox AU'],
  [true,  'staging',    'Sandbox AU staging'],
])('the badge of a deployment, sandbox %s and named %s, is %s', (sandbox, environment, badge) => {
  expect(environmentBadge({ sandbox, environment, country: 'AU' })).toBe(badge);
});

describe('the settings of the start page', () => {
  it('are read back as they were written', () => {
    const written = withPageSettings(page, { ...settings, companyName: '</script><b>$& Co' });
    const text = /id="settings">([^<]*)<\/script>/.exec(written)?.[1] ?? '';
    expect(readPageSettings(text)).toEqual({ ...settings, companyName: '</script><b>$& Co' });
    expect(written).toContain('</script><title>Kerb</title></head>');
  });

  it('replace earlier ones', () => {
    const once = withPageSettings(page, settings);
    expect(withPageSettings(once, { ...settings, country: 'AU' })).toBe(once.replace('"NZ"', '"AU"'));
  });

  it('include the words of the error that the page shows without any script', () => {
    const written = withPageSettings(`${page}<p id="why">We are unable to load this page.</p>`, settings);
    expect(written).toContain(
      '<p id="why">We are unable to load KerbFlow. If this persists, please tell us on 0800 100 265.</p>',
    );
  });

  it('need their element', () => {
    expect(() => withPageSettings('<head></head>', settings)).toThrow('no settings element');
  });
});

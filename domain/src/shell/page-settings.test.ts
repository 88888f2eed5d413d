import { type PageSettings, pageSettings, withPageSettings } from '@kerb/domain/shell/page-settings.ts';
import { describe, expect, it } from 'vitest';

const settings: PageSettings = {
  country: 'NZ',
  sandbox: false,
  environment: 'production',
  vendorComms: true,
  version: '1.2.3',
};
const page = '<head><script type="application/json" id="settings"></script><title>Kerb</title></head>';

describe('the settings of the start page', () => {
  it('are read back as they were written', () => {
    const written = withPageSettings(page, { ...settings, companyName: '</script><b>$& Co' });
    const text = /id="settings">([^<]*)<\/script>/.exec(written)?.[1] ?? '';
    expect(pageSettings.parse(JSON.parse(text))).toEqual({ ...settings, companyName: '</script><b>$& Co' });
    expect(written).toContain('</script><title>Kerb</title></head>');
  });

  it('replace earlier ones', () => {
    const once = withPageSettings(page, settings);
    expect(withPageSettings(once, { ...settings, country: 'AU' })).toBe(once.replace('"NZ"', '"AU"'));
  });

  it('need their element', () => {
    expect(() => withPageSettings('<head></head>', settings)).toThrow('no settings element');
  });
});

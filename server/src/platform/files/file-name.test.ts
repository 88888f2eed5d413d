import { asAttachment, cleanFileName } from '@kerb/server/platform/files/file-name.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

describe('a file name', () => {
  // biome-ignore format: a table
  it.each([
    ['Schedule 2026.pdf',              'Schedule 2026.pdf'],
    ['../../etc/passwd',               'passwd'],
    ['C:\\Users\\ann\\plan.pdf',       'plan.pdf'],
    ['a\r\nSet-Cookie: x.pdf',         'aSet-Cookie_ x.pdf'],
    ['invoice\u202Efdp.exe',           'invoicefdp.exe'],
    ['nul\u0000.pdf',                  'nul.pdf'],
    ['"><script>alert(1)<',            '___script_alert(1)_'],
    ['...',                            'file'],
    ['',                               'file'],
    ['.htaccess',                      'htaccess'],
    ['photo.jpg. . .',                 'photo.jpg'],
    ['Ko\u0304whai St.png',            'K\u014Dwhai St.png'],
    [`${'x'.repeat(400)}.pdf`,         `${'x'.repeat(146)}.pdf`],
  ])('%j is stored as %j', (declared, kept) => {
    expect(cleanFileName(declared)).toBe(kept);
  });

  it('is short, valid and harmless, whatever the client declared', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 200 }), (codes) => {
        const declared = String.fromCodePoint(...codes);
        const name = cleanFileName(declared);
        expect([...name].length).toBeGreaterThan(0);
        expect([...name].length).toBeLessThanOrEqual(150);
        expect(name).not.toMatch(/[\p{Cc}"<>:|?*\\/]/u);
        expect(asAttachment(name)).toMatch(/^attachment; filename="[\w .()-]*"; filename\*=UTF-8''[\w.!~%-]*$/);
      }),
    );
  });

  it('is in the header in both spellings', () => {
    expect(asAttachment("Kōwhai's plan.pdf")).toBe(
      `attachment; filename="K_whai_s plan.pdf"; filename*=UTF-8''K%C5%8Dwhai%27s%20plan.pdf`,
    );
  });
});

import { australia } from '@kerb/domain/countries/australia/australia.ts';
import { linksIn } from '@kerb/server/platform/outbox/links.ts';
import { mailHtml } from '@kerb/server/platform/outbox/mail-layout.ts';
import { describe, expect, it } from 'vitest';

const look = { ...australia, publicUrl: 'https://kerb.example' };

describe('the HTML of a mail', () => {
  it('names the brand and keeps paragraphs and lines', () => {
    const html = mailHtml('Hello Ann\nand Bob\n\nSecond paragraph', look);
    expect(html).toContain('>KerbPay</p>');
    expect(html).toContain('Hello Ann<br>and Bob</p>');
    expect(html).toContain('>Second paragraph</p>');
  });

  it('escapes everything that people wrote', () => {
    const html = mailHtml(`<img src=x onerror=alert(1)> & "quoted" 'single'`, look);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;quoted&quot; &#39;single&#39;');
    expect(html).not.toContain('<img');
  });

  it('makes our own address a link, and a button if it is alone in a paragraph', () => {
    const html = mailHtml('See https://kerb.example/help.\n\nhttps://kerb.example/pay/abc?x=1&y=2', look);
    expect(html).toContain('<a href="https://kerb.example/help" style="color:#4A7B93">https://kerb.example/help</a>.');
    expect(html).toMatch(/<a href="https:\/\/kerb\.example\/pay\/abc\?x=1&amp;y=2" style="display:inline-block/);
    expect(html).toContain('>Open KerbPay</a>');
  });

  it('shows facts as rows, and a link under the words of its button', () => {
    const html = mailHtml(
      'Amount: $8,750\nProperty: 12 <b>Elm</b> Road\n\nSee how you can pay:\nhttps://kerb.example/pay/abc',
      look,
    );
    expect(html).toMatch(/<th scope="row"[^>]*>Amount<\/th><td[^>]*>\$8,750<\/td>/);
    expect(html).toContain('12 &lt;b&gt;Elm&lt;/b&gt; Road</td>');
    expect(html).toMatch(/<a href="https:\/\/kerb\.example\/pay\/abc"[^>]*>See how you can pay<\/a>/);
    expect(html.match(/display:inline-block/g)).toHaveLength(1);
    // A long address must not make the mail wider than a phone.
    expect(html).toMatch(/word-break:break-all">Or copy this address/);
  });

  it('makes no button of an address of others under such words', () => {
    const html = mailHtml('See how you can pay:\nhttps://evil.example/pay/abc', look);
    expect(html).not.toContain('href');
  });

  it('is headed by the organisation in whose name it is sent', () => {
    const html = mailHtml('Hello', { ...look, organisation: 'Bay & Sons' });
    expect(html).toMatch(/>Bay &amp; Sons<br><span[^>]*>sent by KerbPay<\/span><\/p>/);
  });

  it.each(['https://evil.example/pay', 'https://kerb.example.evil.example/pay', 'javascript:alert(1)'])(
    'makes no link of %s, which may be part of a name',
    (address) => {
      const html = mailHtml(`Hello ${address}\n\n${address}`, look);
      expect(html).toContain(address);
      expect(html).not.toContain('href');
    },
  );

  it('loads nothing from outside', () => {
    expect(mailHtml('Hello https://kerb.example/pay/abc', look)).not.toMatch(/src=|url\(|<link|<script/i);
  });
});

describe('the links in a text', () => {
  it('end before the punctuation of their sentence, and count once', () => {
    const text = 'Go to https://a.example/x?y=1. Or (http://b.example/z), or https://a.example/x?y=1!';
    expect(linksIn(text)).toEqual(['https://a.example/x?y=1', 'http://b.example/z']);
  });
});

import { html } from '@kerb/server/platform/http/html.ts';
import { describe, expect, it } from 'vitest';

describe('the html template', () => {
  it('escapes text in elements and attributes', () => {
    const nasty = `"><script>alert('x')</script>&amp;`;
    expect(String(html`<p title="${nasty}">${nasty}</p>`)).toBe(
      '<p title="&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;">' +
        '&quot;&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;</p>',
    );
  });

  it('inserts markup unescaped, also in lists', () => {
    expect(String(html`<ul>${['<', html`<b>${'&'}</b>`, [1, 'a']]}</ul>`)).toBe('<ul>&lt;<b>&amp;</b>1a</ul>');
  });

  it('leaves out null and undefined, but not zero', () => {
    expect(String(html`[${null}${undefined}${false}${''}${0}]`)).toBe('[0]');
  });
});

import type { EmbedKind } from '@kerb/domain/embedding/embed-messages.ts';

/** The path of each frame. */
export const embedPath = (kind: EmbedKind, key: string): string => `/embed/${kind}/${key}`;

export type EmbedScript = { src: string; integrity: string };

const scriptTag = ({ src, integrity }: EmbedScript): string =>
  `<script src="${src}"
  integrity="${integrity}"
  crossorigin="anonymous" defer></script>`;

/** The HTML that an organisation puts on its page. The script puts the frame into the element and sets its height. */
export const snippetOf = (kind: EmbedKind, key: string, script: EmbedScript): string =>
  `<div data-kerb="${kind}" data-key="${key}"></div>
${scriptTag(script)}
`;

/** The same without our script: the height is fixed, and the frame tells the page nothing. */
export const plainFrame = (kind: EmbedKind, key: string, address: string): string =>
  `<iframe src="${address}${embedPath(kind, key)}" title="${kind === 'calculator' ? 'Ways to pay for your marketing' : 'Pay'}"
  width="100%" height="${kind === 'calculator' ? 720 : 72}" style="border: 0"></iframe>
`;

/** How a page listens. The events bubble, so one listener on the document hears every frame. */
export const listenSnippet = `document.addEventListener('kerb:choice', (event) => {
  const { option, budget, days, total } = event.detail;
  console.log('The visitor prefers', option, budget, days, total);
});
document.addEventListener('kerb:state', (event) => {
  if (event.detail.state === 'paid') event.target.closest('section')?.classList.add('is-paid');
});
`;

/** How a page without our script checks a message. */
export const checkSnippet = (address: string): string => `const frame = document.querySelector('iframe');
window.addEventListener('message', (event) => {
  if (event.origin !== '${address}' || event.source !== frame.contentWindow) return;
  if (event.data?.version !== 1) return;
  if (event.data.type === 'kerb:resize') frame.style.height = \`\${event.data.height}px\`;
});
`;

import { ChatWidget } from '@kerb/web/app/chat-widget.tsx';
import { afterEach, describe, expect, it } from 'vitest';
import { renderPart, usePage } from '../../test/harness.tsx';

const chatWidgetUrl = 'https://chat.example/widget.js';
const script = () => document.querySelector<HTMLScriptElement>('script[data-chat-widget]');

afterEach(() => script()?.remove());

describe('the chat', () => {
  it.each([
    ['in production', { sandbox: false, environment: 'production' }],
    ['in a sandbox with a name', { sandbox: true, environment: 'staging' }],
  ])('is loaded %s', (_, page) => {
    usePage({ ...page, chatWidgetUrl });
    renderPart(<ChatWidget />);
    expect(script()?.src).toBe(chatWidgetUrl);
    expect(document.getElementById('chat-widget')).toBeTruthy();
  });

  it.each([
    [
      'in the sandbox of a developer, which has no name of its own',
      { sandbox: true, environment: 'sandbox', chatWidgetUrl },
    ],
    ['if no chat is configured', { sandbox: false, environment: 'production' }],
  ])('is not loaded %s', (_, page) => {
    usePage(page);
    renderPart(<ChatWidget />);
    expect(script()).toBeNull();
    expect(document.getElementById('chat-widget')).toBeNull();
  });
});

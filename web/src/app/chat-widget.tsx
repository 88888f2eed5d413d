import { isDevSandbox } from '@kerb/domain/shell/page-settings.ts';
import { settings } from '@kerb/web/platform/settings.ts';
import { useEffect } from 'react';

/** The container for a third party's chat. Absent if none is configured, and in a developer's sandbox. */
export function ChatWidget() {
  const address = isDevSandbox(settings()) ? undefined : settings().chatWidgetUrl;
  useEffect(() => {
    if (!address || document.querySelector('script[data-chat-widget]')) return;
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.dataset.chatWidget = '';
    document.head.append(script);
  }, [address]);
  return address ? <div id="chat-widget" className="kerb-no-print" /> : null;
}

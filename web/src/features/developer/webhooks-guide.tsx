import { seesEveryOrganisation } from '@kerb/domain/access/access-scope.ts';
import { languageLabels, verifyWebhook } from '@kerb/domain/integrations/samples.ts';
import { eventGroups, eventLabels } from '@kerb/domain/webhooks/campaign-events.ts';
import { keptDays, mostAttempts, oldSecretHours, retryMinutes } from '@kerb/domain/webhooks/delivery-rules.ts';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { LinkText } from '@kerb/web/design/link-text.tsx';
import { Surface } from '@kerb/web/design/surface.tsx';
import classes from '@kerb/web/features/developer/developer.module.css';
import { useMay, useSession } from '@kerb/web/platform/session.tsx';
import { Stack, Text } from '@mantine/core';

const example = `POST /your/receiver
webhook-id: 5d0c6b2e-4b0e-4d8e-9a5b-3f1f5f0f8a11
webhook-timestamp: 1795000000
webhook-signature: v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=

{
  "id": "5d0c6b2e-4b0e-4d8e-9a5b-3f1f5f0f8a11",
  "type": "campaign_status_change",
  "date": "2026-11-15T02:13:20.000Z",
  "description": "Campaign status changed",
  "tenant": { "href": "/v1/tenants/7" },
  "agreement": { "href": "/v1/agreements/10231" },
  "changes": { "status": { "before": "draft", "after": "waiting-invite" } }
}`;

const hours = Math.round(retryMinutes.reduce((sum, minutes) => sum + minutes, 0) / 60);

function Events() {
  return (
    <div className={classes.inputs}>
      {Object.entries(eventGroups).map(([group, events]) => (
        <div key={group}>
          <Text size="sm" fw={600}>
            {group}
          </Text>
          <ul className={classes.fields} aria-label={group}>
            {events.map((event) => (
              <li key={event} className={classes.event}>
                <code>{event}</code>
                <span className={classes.note}>{eventLabels[event]}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
}

function WhereToRegister() {
  const session = useSession();
  const may = useMay();
  const managed = session.memberships.filter(({ tenantId }) => may('webhook.change', tenantId));
  if (seesEveryOrganisation(session)) return <LinkText to="/agencies">Choose an organisation</LinkText>;
  if (managed.length === 0) return <Text size="sm">Ask a manager of your organisation.</Text>;
  return managed.map(({ tenantId, tenantName }) => (
    <LinkText key={tenantId} to="/agencies/$tenantId/settings" params={{ tenantId }}>
      Settings of {tenantName}
    </LinkText>
  ));
}

/** How to receive webhooks, and how to verify that the platform sent them. */
export function WebhooksGuide() {
  return (
    <Stack gap="md">
      <Surface title="Receive events">
        <Stack gap="sm">
          <Text size="sm">
            Managers register webhooks at the end of their organisation’s settings: an https address, and the events
            that it receives. The secret is shown once.
          </Text>
          <WhereToRegister />
          <CodeBlock label="A delivery" text={example} />
          <Text size="sm">
            Answer with any 2xx within ten seconds, and do the work afterwards. Anything else is tried {mostAttempts}{' '}
            times in about {hours} hours. Events of one campaign come in order, unless one fails for more than six
            minutes: then the later ones overtake it, and date says which is older. An event may come twice, with the
            same id. Redirects are not followed.
          </Text>
          <Text size="sm">
            Deliveries can be looked at for {keptDays} days, with what was answered, and sent again, one by one or all
            since a moment. A webhook that takes nothing for days is switched off, and the person who registered it gets
            an email.
          </Text>
        </Stack>
      </Surface>
      <Surface title="Verify that it was us">
        <Stack gap="sm">
          <Text size="sm">
            The signature follows Standard Webhooks, for which there are libraries in most languages. For{' '}
            {oldSecretHours} hours after a change of secret there are two signatures: accept either.
          </Text>
          <CodeBlock label={languageLabels.javascript} text={verifyWebhook.javascript} />
          <CodeBlock label={languageLabels.python} text={verifyWebhook.python} />
        </Stack>
      </Surface>
      <Surface title="Events">
        <Events />
      </Surface>
    </Stack>
  );
}

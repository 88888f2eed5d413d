import type { Standing } from '@kerb/domain/access/actor.ts';
import { actionLabel, primaryActionOf, staffRoleOf } from '@kerb/domain/actions/primary-action.ts';
import { type MissingItem, missingBefore } from '@kerb/domain/actions/readiness.ts';
import type { Agreement } from '@kerb/domain/agreements/agreements.contract.ts';
import { useActionFacts } from '@kerb/web/app/campaign-page/action-facts.ts';
import classes from '@kerb/web/app/campaign-page/campaign-action.module.css';
import { useDoing } from '@kerb/web/app/campaign-page/do-action.tsx';
import { printCampaign } from '@kerb/web/app/campaign-page/printed-parts.ts';
import { MoreActions } from '@kerb/web/features/campaign-cards/more-actions.tsx';
import { focusFieldToFix } from '@kerb/web/features/campaigns/fix-field.ts';
import { approverWords } from '@kerb/web/features/loans/approve.ts';
import { financeFixer } from '@kerb/web/features/loans/finance-editing.ts';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Anchor, Button, Skeleton, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';

type CampaignActionProps = { record: Versioned<Agreement>; standing: Standing };

/** The one action of the reader, what is missing before it, and a menu with all others. */
export function CampaignAction({ record, standing }: CampaignActionProps) {
  const known = useActionFacts(record.value);
  if (!known) return <Skeleton height={36} className="kerb-no-print" />;
  return <KnownAction record={record} standing={standing} {...known} />;
}

type KnownProps = CampaignActionProps & NonNullable<ReturnType<typeof useActionFacts>>;

function KnownAction({ record, standing, payers, facts, readiness }: KnownProps) {
  const agreement = record.value;
  const role = staffRoleOf(standing, agreement.tenantType ?? 'agency');
  const primary = role && primaryActionOf(role, facts);
  const missing = primary ? missingBefore(primary.name, readiness, countryRules()) : [];
  const refused = primary?.name === 'approve' ? approverWords(payers).refused : undefined;
  const { run, dialogs } = useDoing(record, standing, payers);
  const client = useQueryClient();
  const list = useId();
  return (
    <div className={`${classes.action} kerb-no-print`}>
      <div className={classes.buttons}>
        {primary && (
          <Button
            className={classes.primary}
            // The campaign waits for somebody else: the action is possible and not this person's turn.
            variant={primary.isDue ? 'filled' : 'light'}
            disabled={missing.length > 0 || refused !== undefined}
            {...((missing.length > 0 || refused) && { 'aria-describedby': list })}
            onClick={() => run(primary.name)}
          >
            {actionLabel(primary.name, { ...facts, ...agreement })}
          </Button>
        )}
        <MoreActions
          record={record}
          standing={standing}
          primary={primary?.name ?? null}
          onPrint={() => void printCampaign(client, agreement)}
        />
      </div>
      <Missing id={list} items={missing} />
      {refused && (
        <Text size="sm" id={missing.length > 0 ? undefined : list}>
          {refused}
        </Text>
      )}
      {dialogs}
    </div>
  );
}

type MissingProps = { id: string; items: readonly MissingItem[] };

/** What is missing, each item a link to its field. */
function Missing({ id, items }: MissingProps) {
  if (items.length === 0) return null;
  const fix = ({ fixedAt }: MissingItem) => (financeFixer.get() ?? focusFieldToFix)(fixedAt);
  return (
    <div id={id}>
      <Text size="sm" c="dimmed">
        {items.length === 1 ? 'One thing is missing:' : `${items.length} things are missing:`}
      </Text>
      <ul className={classes.missing}>
        {items.map((item) => (
          <li key={item.fixedAt}>
            <Anchor component="button" type="button" size="sm" onClick={() => fix(item)}>
              {item.words}
            </Anchor>
          </li>
        ))}
      </ul>
    </div>
  );
}

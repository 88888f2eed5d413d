import { labelOfSetting, needsSecondPerson, type SettingName } from '@kerb/domain/organisations/setting-fields.ts';
import type { TenantSettings } from '@kerb/domain/organisations/settings.contract.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { Surface } from '@kerb/web/design/surface.tsx';
import { toast } from '@kerb/web/design/toasts.ts';
import { ApplyBankDialog } from '@kerb/web/features/organisation-settings/apply-bank.dialog.tsx';
import classes from '@kerb/web/features/organisation-settings/settings.module.css';
import { useSettingsChanges } from '@kerb/web/features/organisation-settings/settings.queries.ts';
import { SettingValue } from '@kerb/web/features/organisation-settings/settings-facts.tsx';
import type { Versioned } from '@kerb/web/platform/api-client.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';

type Pending = TenantSettings['pendingChanges'][number];

const needsSomeoneElse = ({ field, isOwn, refusal }: Pending): boolean =>
  refusal !== null || (isOwn && needsSecondPerson(field));

function useSettling({ value: { id }, version }: Versioned<TenantSettings>) {
  const { apply, reject, reload } = useSettingsChanges(id);
  const settle = async (busy: string, change: () => Promise<unknown>) => {
    try {
      await withProgress(busy, change);
      toast.success('Done');
    } catch (error) {
      toast.error(error);
      void reload();
    }
  };
  return {
    apply: (fields?: SettingName[]) => settle(savingText, () => apply(fields ? { fields } : {}, version)),
    reject: (fields?: SettingName[]) => settle('Rejecting changes...', () => reject(fields, version)),
  };
}

function Change({ settings, pending }: { settings: TenantSettings; pending: Pending }) {
  const country = countryRules();
  const { field, userName, date, refusal, warnings } = pending;
  const part = { settings, name: field };
  return (
    <div>
      <strong>{labelOfSetting(field, country)}</strong>
      <div>
        <SettingValue {...part} value={settings.draftContent?.[field]} isPending />
      </div>
      <div className={classes.was}>
        Live: <SettingValue {...part} value={settings[field]} isPending={false} />
      </div>
      <div className={classes.was}>
        Asked for by {userName}, <DateText value={date} style="short" />
      </div>
      {warnings.length > 0 && <div className={classes.warning}>{warnings.join(' ')}</div>}
      {needsSomeoneElse(pending) && <div className={classes.was}>{refusal ?? 'Someone else must confirm this.'}</div>}
    </div>
  );
}

type DecideButtonsProps = { label: string; isBlocked: boolean; onReject: () => void; onApply: () => void };

function DecideButtons({ label, isBlocked, onReject, onApply }: DecideButtonsProps) {
  return (
    <div className={classes.buttons}>
      <Button size="xs" variant="default" aria-label={`Reject: ${label}`} onClick={onReject}>
        Reject
      </Button>
      <Button size="xs" variant="default" aria-label={`Apply: ${label}`} disabled={isBlocked} onClick={onApply}>
        Apply
      </Button>
    </div>
  );
}

/** The pending changes beside the live values; an admin applies or rejects them, all together or one by one. */
export function PendingChangesCard({ record }: { record: Versioned<TenantSettings> }) {
  const { apply: applyNow, reject } = useSettling(record);
  const [isCalling, setCalling] = useState<{ fields: SettingName[] | undefined } | null>(null);
  const mayApprove = useMay()('tenant.approve');
  const { pendingChanges } = record.value;
  const country = countryRules();
  const applicable = pendingChanges.filter((pending) => !needsSomeoneElse(pending));
  // An admin who applies a bank account first writes whom they have called.
  const apply = (fields?: SettingName[]) => {
    const names = fields ?? applicable.map(({ field }) => field);
    if (names.some(needsSecondPerson)) setCalling({ fields });
    else void applyNow(fields);
  };
  const actions = mayApprove && (
    <div className={classes.buttons}>
      <Button variant="default" onClick={() => void reject()}>
        Reject all
      </Button>
      <Button disabled={applicable.length === 0} onClick={() => apply()}>
        Apply all
      </Button>
    </div>
  );
  return (
    <Surface title="Pending changes" actions={actions}>
      <ul className={classes.changes}>
        {pendingChanges.map((pending) => {
          const { field } = pending;
          const label = labelOfSetting(field, country);
          return (
            <li key={field} className={classes.change}>
              <Change settings={record.value} pending={pending} />
              {mayApprove && (
                <DecideButtons
                  label={label}
                  isBlocked={needsSomeoneElse(pending)}
                  onReject={() => void reject([field])}
                  onApply={() => apply([field])}
                />
              )}
            </li>
          );
        })}
      </ul>
      {isCalling && <ApplyBankDialog record={record} fields={isCalling.fields} onClose={() => setCalling(null)} />}
    </Surface>
  );
}

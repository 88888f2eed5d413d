import { mayChangeGroup } from '@kerb/domain/agreements/save.ts';
import type { ReminderView } from '@kerb/domain/loans/loans.contract.ts';
import type { ReminderState, ReminderSwitch } from '@kerb/domain/loans/reminders.ts';
import { labelOfSetting } from '@kerb/domain/organisations/setting-fields.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToggleSwitch } from '@kerb/web/design/toggle-switch.tsx';
import { useCampaignChanges } from '@kerb/web/features/campaigns/campaign-changes.ts';
import classes from '@kerb/web/features/loans/loan.module.css';
import type { LoanPartProps } from '@kerb/web/features/loans/loan-part.ts';
import { countryRules } from '@kerb/web/platform/settings.ts';
import { Text } from '@mantine/core';

/** The switches have the labels of the organisation's settings that they override. */
const labelOfSwitch = (name: ReminderSwitch): string => labelOfSetting(name, countryRules());
// biome-ignore format: a table
const stateWords: Record<ReminderState, string> = {
  sent:   'Sent',
  toCome: 'To come',
  off:    'Switched off',
  missed: 'Not sent',
};

/** The loan's automatic reminders, and the switches that control them. */
export function LoanReminders({ record, standing, loan }: LoanPartProps) {
  const { save } = useCampaignChanges(record.value.id);
  if (!loan.reminderSwitches) return null;
  const mayChange = mayChangeGroup('reminders', standing, record.value.status);
  const turn = async (name: ReminderSwitch, isOn: boolean) => {
    try {
      await withProgress('Saving loan reminder preferences...', () => save({ [name]: isOn }, record.version));
      toast.success('Saved');
    } catch (error) {
      toast.error(error);
    }
  };
  const off = loan.reminderSwitches
    .filter(({ isOnForOrganisation }) => !isOnForOrganisation)
    .map(({ name }) => labelOfSwitch(name).toLowerCase());
  return (
    <div>
      <h3 className={classes.heading}>Reminders</h3>
      <div className={classes.switches}>
        {loan.reminderSwitches.map(({ name, isOn, isOnForOrganisation }) => (
          <ToggleSwitch
            key={name}
            label={labelOfSwitch(name)}
            checked={isOn && isOnForOrganisation}
            disabled={!mayChange || !isOnForOrganisation}
            onChange={(on) => void turn(name, on)}
          />
        ))}
      </div>
      {off.length > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {`Switched off for ${record.value.tenantName}: ${off.join(', ')}.`}
        </Text>
      )}
      <Messages reminders={loan.reminders ?? []} />
    </div>
  );
}

/** Every message of the loan, sent or planned, if nothing changes. */
function Messages({ reminders }: { reminders: readonly ReminderView[] }) {
  if (reminders.length === 0) {
    return (
      <Text size="sm" c="dimmed" mt="xs">
        No messages are planned for this loan.
      </Text>
    );
  }
  return (
    <ul className={classes.messages} aria-label="Messages of this loan">
      {reminders.map(({ name, label, day, state, recipients, governedBy }) => (
        <li key={`${name} ${day}`} data-state={state}>
          <DateText value={day} style="short" />
          <span>{label}</span>
          <span className={classes.state}>{stateWords[state]}</span>
          <small>{recipients.length > 0 ? `To ${recipients.join(', ')}` : `By: ${labelOfSwitch(governedBy)}`}</small>
        </li>
      ))}
    </ul>
  );
}

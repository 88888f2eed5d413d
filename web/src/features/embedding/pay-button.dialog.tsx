import { type ButtonState, buttonWords } from '@kerb/domain/embedding/button-state.ts';
import { type CampaignPayButton, embeddingEndpoints } from '@kerb/domain/embedding/embedding.contract.ts';
import { embedPath, snippetOf } from '@kerb/domain/embedding/snippets.ts';
import type { Tone } from '@kerb/domain/vocabulary/agreement-status.ts';
import { CodeBlock } from '@kerb/web/design/code-block.tsx';
import { confirm } from '@kerb/web/design/confirm.ts';
import { DateText } from '@kerb/web/design/date-text.tsx';
import { Facts } from '@kerb/web/design/facts.tsx';
import { Loaded } from '@kerb/web/design/loaded.tsx';
import { savingText, withProgress } from '@kerb/web/design/progress.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { ToneBadge } from '@kerb/web/design/tone-badge.tsx';
import { payButtonOf } from '@kerb/web/features/embedding/embedding.queries.ts';
import { call } from '@kerb/web/platform/api-client.ts';
import type { DialogProps } from '@kerb/web/platform/dialogs.ts';
import { useMay } from '@kerb/web/platform/session.tsx';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';

// biome-ignore format: a table
const tones: Record<ButtonState, Tone> = { 'to-pay': 'attention', paid: 'success', 'not-available': 'neutral' };

// biome-ignore format: a table
const asked = {
  replace: { title: 'Replace the button?', text: 'The button on your website stops until you put the new one there.', confirmLabel: 'Replace it' },
  end:     { title: 'End the button?', text: 'Your website shows it no longer.', confirmLabel: 'End it', danger: true },
};

function useButtonChanges(agreementId: number) {
  const client = useQueryClient();
  const params = { id: agreementId };
  const run = async (work: () => Promise<unknown>) => {
    try {
      await withProgress(savingText, work);
    } catch (problem) {
      toast.error(problem);
    }
    await client.invalidateQueries({ queryKey: payButtonOf(agreementId).queryKey });
  };
  const make = () => run(() => call(embeddingEndpoints.makeButton, { params }));
  return {
    make,
    replace: async () => {
      if (await confirm(asked.replace)) await make();
    },
    end: async () => {
      if (await confirm(asked.end)) await run(() => call(embeddingEndpoints.endButton, { params }));
    },
  };
}

const explained =
  'A button for your own website. It shows whether this campaign is to pay or paid, and nothing else. It opens a page of ' +
  'ours, on which the payer gets their personal link by email.';

function NotOn({ tenantId }: { tenantId: number }) {
  const isManager = useMay()('embed.change', tenantId);
  const who = isManager ? 'You can turn it on' : 'A manager can turn it on';
  return (
    <Text size="sm">
      Your organisation shows nothing on its website yet. {who} in the settings of the organisation.
    </Text>
  );
}

function Made({
  button,
  script,
}: { button: NonNullable<CampaignPayButton['button']> } & Pick<CampaignPayButton, 'script'>) {
  return (
    <>
      <Facts
        rows={[
          [
            'It shows',
            <ToneBadge key="state" tone={tones[button.state]}>
              {buttonWords[button.state]}
            </ToneBadge>,
          ],
          ['Made', <DateText key="made" value={button.createdDate} style="time" />],
        ]}
      />
      <CodeBlock label="Pay button" text={snippetOf('button', button.token, script)} />
      <iframe
        title="Preview of the Pay button"
        src={embedPath('button', button.token)}
        height={72}
        style={{ border: 0 }}
      />
    </>
  );
}

type PayButtonDialogProps = DialogProps & { agreementId: number; tenantId: number };

/** The Pay button of a campaign: made, replaced, ended and copied here. */
export function PayButtonDialog({ agreementId, tenantId, onClose }: PayButtonDialogProps) {
  const { data, error, refetch } = useQuery(payButtonOf(agreementId));
  const { make, replace, end } = useButtonChanges(agreementId);
  return (
    <Modal opened onClose={onClose} title="Pay button for your website" size="lg">
      <Stack gap="md">
        <Text size="sm">{explained}</Text>
        <Loaded data={data} error={error} onRetry={() => void refetch()} lines={4}>
          {({ button, isOn, script }) => (
            <>
              {!isOn && <NotOn tenantId={tenantId} />}
              {button && <Made button={button} script={script} />}
              <Group gap="sm">
                <Button variant={button ? 'default' : 'filled'} onClick={() => void (button ? replace() : make())}>
                  {button ? 'Replace the Button' : 'Make a Button'}
                </Button>
                {button && (
                  <Button variant="default" c="var(--mantine-color-error)" onClick={() => void end()}>
                    End the Button
                  </Button>
                )}
              </Group>
            </>
          )}
        </Loaded>
      </Stack>
    </Modal>
  );
}

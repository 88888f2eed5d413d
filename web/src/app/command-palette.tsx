import { noCampaignFound } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import '@mantine/spotlight/styles.layer.css';
import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { defaultFundsPurpose } from '@kerb/domain/agreements/create-form.ts';
import { flowNumberTyped } from '@kerb/domain/agreements/flow-number.ts';
import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { mayViewAs } from '@kerb/domain/session/view-as.ts';
import { asideNavigation, mainNavigation, mayOpen } from '@kerb/domain/shell/navigation.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useOpenCampaign } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { call } from '@kerb/web/platform/api-client.ts';
import { isNotFound } from '@kerb/web/platform/api-problem.ts';
import { type DialogProps, useDialogs } from '@kerb/web/platform/dialogs.ts';
import { useMay, useSession } from '@kerb/web/platform/session.tsx';
import { settings } from '@kerb/web/platform/settings.ts';
import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { IconArrowRight, IconBolt, IconHash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const [store, spotlight] = createSpotlight();
const icon = { size: 20, stroke: 1.5, 'aria-hidden': true } as const;

function useJump(): (id: number) => Promise<void> {
  const open = useOpenCampaign();
  return async (id) => {
    try {
      const { tenant } = await call(agreementEndpoints.get, { params: { id } });
      await open({ id, tenant });
    } catch (error) {
      if (isNotFound(error)) toast.warning(noCampaignFound);
      else toast.error(error);
    }
  };
}

const go = <IconArrowRight {...icon} />;
const act = <IconBolt {...icon} />;

/** The screens that the role may open, by the names that the navigation gives them. */
function useScreens(): SpotlightActionData[] {
  const navigate = useNavigate();
  const dialogs = useDialogs();
  const { role } = useSession();
  const entries = [...mainNavigation(role), ...asideNavigation(role)].map((entry) => ({
    id: entry.label,
    label: entry.label,
    leftSection: entry.to ? go : act,
    onClick: () => (entry.to ? void navigate({ to: entry.to }) : dialogs[entry.opens]()),
  }));
  const security = () => void navigate({ to: '/admin/security' });
  const system = () => void navigate({ to: '/admin/system' });
  const account = () => void navigate({ to: '/accounts/account-details' });
  const outbox = () => void navigate({ to: '/sandbox/outbox' });
  return [
    ...entries,
    ...(mayOpen('/admin/security', { role })
      ? [{ id: 'security', label: 'Security Events', leftSection: go, onClick: security }]
      : []),
    ...(mayOpen('/admin/system', { role })
      ? [{ id: 'system', label: 'System', leftSection: go, onClick: system }]
      : []),
    { id: 'account', label: 'Account Details', leftSection: go, onClick: account },
    ...(settings().sandbox ? [{ id: 'outbox', label: 'Outbox', leftSection: go, onClick: outbox }] : []),
  ];
}

/** The actions that the role may take from any screen. */
function useRoleActions(): SpotlightActionData[] {
  const dialogs = useDialogs();
  const session = useSession();
  const may = useMay();
  const create = async (tenantId: number) => {
    const { type } = await call(organisationEndpoints.get, { params: { tenantId } });
    dialogs.openCreateReferral(tenantId, defaultFundsPurpose(type));
  };
  const referrals = session.memberships
    .filter(({ tenantId }) => may('agreement.create', tenantId))
    .map(({ tenantId, tenantName }) => ({
      id: `create ${tenantId}`,
      label: `Create a referral for ${tenantName}`,
      leftSection: act,
      onClick: () => void create(tenantId).catch(toast.error),
    }));
  const viewAs = { id: 'view-as', label: 'View as…', leftSection: act, onClick: dialogs.openViewAs };
  return [...referrals, ...(mayViewAs(session) ? [viewAs] : [])];
}

function useActions(query: string): SpotlightActionData[] {
  const jump = useJump();
  const all = [...useScreens(), ...useRoleActions()];
  const wanted = query.trim().toLowerCase();
  const found = all.filter(({ label }) => label?.toLowerCase().includes(wanted));
  const flow = flowNumberTyped(query);
  if (flow === null) return found;
  const label = `Open campaign ${flow}`;
  return [{ id: 'flow', label, leftSection: <IconHash {...icon} />, onClick: () => void jump(flow) }, ...found];
}

/** Jump to a campaign, a screen or an action without leaving the keyboard. */
export function CommandPalette({ onClose }: DialogProps) {
  const [query, setQuery] = useState('');
  const actions = useActions(query);
  useEffect(() => spotlight.open(), []);
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      filter={(_, all) => all}
      actions={actions}
      onSpotlightClose={onClose}
      nothingFound="Nothing matches."
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      searchProps={{ placeholder: 'A Flow No., a screen or an action', 'aria-label': 'Go to' }}
    />
  );
}

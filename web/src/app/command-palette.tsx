import { noCampaignFound } from '@kerb/web/features/campaigns/campaigns.queries.ts';
import '@mantine/spotlight/styles.layer.css';
import { agreementEndpoints } from '@kerb/domain/agreements/agreements.contract.ts';
import { defaultFundsPurpose } from '@kerb/domain/agreements/create-form.ts';
import { flowNumber, flowNumberTyped } from '@kerb/domain/agreements/flow-number.ts';
import { organisationEndpoints } from '@kerb/domain/organisations/organisations.contract.ts';
import { mayViewAs } from '@kerb/domain/session/view-as.ts';
import { asideNavigation, mainNavigation, mayOpen } from '@kerb/domain/shell/navigation.ts';
import { searchEndpoints } from '@kerb/domain/shell/search.contract.ts';
import { paletteText } from '@kerb/web/app/shortcuts.ts';
import { toast } from '@kerb/web/design/toasts.ts';
import { useOpenCampaign } from '@kerb/web/features/campaigns/campaign-link.tsx';
import { call } from '@kerb/web/platform/api-client.ts';
import { isNotFound } from '@kerb/web/platform/api-problem.ts';
import { type DialogProps, useDialogs } from '@kerb/web/platform/dialogs.ts';
import { useMay, useSession } from '@kerb/web/platform/session.tsx';
import { settings } from '@kerb/web/platform/settings.ts';
import { useStore } from '@kerb/web/platform/store.ts';
import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { IconArrowRight, IconBolt, IconHash } from '@tabler/icons-react';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

const [store, spotlight] = createSpotlight();
const pauseMs = 60;
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

/** What the server finds by the text. */
const foundBy = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) => call(searchEndpoints.search, { query: { text }, signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });

/** The text after a short pause, so that not every key sends a request. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Campaigns, people and organisations as groups of the palette. */
function useFound(text: string): SpotlightActionGroupData[] {
  const { role } = useSession();
  const { data } = useQuery(foundBy(useSettled(mayOpen('/today', { role }) ? text : '')));
  const open = useOpenCampaign();
  const navigate = useNavigate();
  if (!data || text === '') return [];
  const campaigns = data.campaigns.map(({ id, tenantId, name, payers, tenantName, ...campaign }) => ({
    id: `campaign ${id}`,
    label: name,
    description: [flowNumber({ id, ...campaign }, settings().country), tenantName, ...payers].join(' · '),
    leftSection: <IconHash {...icon} />,
    onClick: () => void open({ id, tenant: tenantId }),
  }));
  const organisations = data.organisations.map(({ id, name }) => ({
    id: `organisation ${id}`,
    label: name,
    leftSection: go,
    onClick: () => void navigate({ to: '/agencies/$tenantId/applications', params: { tenantId: id } }),
  }));
  const people = data.people.map(({ id, displayName, emailAddress }) => ({
    id: `person ${id}`,
    label: displayName,
    description: emailAddress,
    leftSection: go,
    onClick: () => void navigate({ to: '/admin/users', search: { filter: emailAddress } }),
  }));
  return [
    { group: 'Campaigns', actions: campaigns },
    { group: 'Organisations', actions: organisations },
    { group: 'People', actions: people },
  ].filter(({ actions }) => actions.length > 0);
}

function useActions(text: string): (SpotlightActionData | SpotlightActionGroupData)[] {
  const jump = useJump();
  const wanted = text.toLowerCase();
  const named = [...useScreens(), ...useRoleActions()].filter(({ label }) => label?.toLowerCase().includes(wanted));
  const found = useFound(text);
  const flow = flowNumberTyped(text);
  const isFound = found.some(({ actions }) => actions.some(({ id }) => id === `campaign ${flow}`));
  const label = `Open campaign ${flow}`;
  const byNumber = { id: 'flow', label, leftSection: <IconHash {...icon} />, onClick: () => void jump(flow ?? 0) };
  // Before the server has answered, a Flow No. can be opened at once.
  return [...(flow !== null && !isFound ? [byNumber] : []), ...found.slice(0, 1), ...named, ...found.slice(1)];
}

/** Find a campaign, a person, an organisation, a screen or an action without leaving the keyboard. */
export function CommandPalette({ onClose }: DialogProps) {
  const query = useStore(paletteText);
  const actions = useActions(query.trim());
  useEffect(() => spotlight.open(), []);
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={paletteText.set}
      filter={(_, all) => all}
      actions={actions}
      centered={false}
      scrollable
      maxHeight="60dvh"
      onSpotlightClose={onClose}
      nothingFound="Nothing matches."
      attributes={{ content: { 'aria-label': 'Command palette' } }}
      searchProps={{ placeholder: 'An address, Flow No., payer, organisation or screen', 'aria-label': 'Go to' }}
    />
  );
}

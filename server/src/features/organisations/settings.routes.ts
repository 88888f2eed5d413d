import { type AccessScope, may } from '@kerb/domain/access/access-scope.ts';
import { optionFlags } from '@kerb/domain/organisations/option-flags.ts';
import { settingsEndpoints } from '@kerb/domain/organisations/settings.contract.ts';
import { signInRuleEndpoints } from '@kerb/domain/organisations/sign-in-rules.contract.ts';
import { tenantOptionsOf } from '@kerb/server/features/options/options.repository.ts';
import { stopBankChange } from '@kerb/server/features/organisations/change-bank-account.ts';
import { confirmerOf } from '@kerb/server/features/organisations/confirm-draft.ts';
import { deleteTenant } from '@kerb/server/features/organisations/delete-tenant.ts';
import { applyDraft, rejectDraft } from '@kerb/server/features/organisations/resolve-draft.ts';
import { saveSettings } from '@kerb/server/features/organisations/save-settings.ts';
import { sendLogo } from '@kerb/server/features/organisations/send-logo.ts';
import { findTenantRecord } from '@kerb/server/features/organisations/settings.repository.ts';
import { settingsView } from '@kerb/server/features/organisations/settings-view.ts';
import { saveSignInRules, signInRulesOf } from '@kerb/server/features/organisations/sign-in-rules.ts';
import type { Database, Tx } from '@kerb/server/platform/database/database.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { outOfScope } from '@kerb/server/platform/problems/problem.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

async function shown({ country, clock }: Deps, db: Database | Tx, scope: AccessScope, tenantId: number) {
  const tenant = await findTenantRecord(db, scope, tenantId);
  if (!tenant) throw outOfScope(scope, tenantId, 'organisation');
  const flags = optionFlags(await tenantOptionsOf(db, tenantId, country));
  const { actor } = scope;
  const reader = { tx: db, actor, now: clock.now() };
  const verdictOn = may(actor, 'tenant.approve') ? await confirmerOf(reader, tenant) : null;
  return { value: settingsView(tenant, flags, { actor, country, verdictOn }), version: tenant.version };
}

export function settingsRoutes(app: App, deps: Deps): void {
  mount(app, settingsEndpoints.read, ({ scope, params }) => shown(deps, deps.db, scope, params.tenantId));

  mount(app, settingsEndpoints.save, ({ scope, by, params: { tenantId }, body: sent, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await saveSettings(work, scope, { tenantId, sent, ifMatch });
      return shown(deps, work.tx, scope, tenantId);
    }),
  );

  mount(app, settingsEndpoints.apply, ({ scope, by, params: { tenantId }, body, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      const { fields, callBackNote } = body;
      await applyDraft(work, scope, { tenantId, fields, callBackNote, ifMatch });
      return shown(deps, work.tx, scope, tenantId);
    }),
  );

  mount(app, settingsEndpoints.reject, ({ scope, by, params: { tenantId }, body: { fields }, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await rejectDraft(work, scope, { tenantId, fields, ifMatch });
      return shown(deps, work.tx, scope, tenantId);
    }),
  );

  mount(app, settingsEndpoints.stopBankChange, ({ scope, by, params: { tenantId }, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await stopBankChange(work, scope, { tenantId, ifMatch });
      return shown(deps, work.tx, scope, tenantId);
    }),
  );

  mount(app, signInRuleEndpoints.read, ({ scope, params }) => signInRulesOf(deps.db, scope, params.tenantId));

  mount(app, signInRuleEndpoints.save, ({ scope, by, params, body }) =>
    inTransaction(deps, by, (work) => saveSignInRules(work, scope, params.tenantId, body)),
  );

  mount(app, settingsEndpoints.logo, ({ scope, params: { tenantId }, query: { draft, size }, reply }) =>
    sendLogo(deps, scope, { tenantId, draft, size }, reply),
  );

  mount(app, settingsEndpoints.delete, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await deleteTenant(work, scope, params.tenantId, deps);
      return undefined;
    }),
  );
}

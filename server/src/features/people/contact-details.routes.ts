import { contactDetailEndpoints } from '@kerb/domain/people/contact-details.contract.ts';
import { contactInScope, contactView, listContacts } from '@kerb/server/features/people/contact-details.repository.ts';
import { addContact, saveContact } from '@kerb/server/features/people/save-contact.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function contactDetailRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, contactDetailEndpoints.list, async ({ scope, query }) => {
    const items = (await listContacts(db, scope, query)).map(contactView);
    return { items, totalItems: items.length };
  });
  mount(app, contactDetailEndpoints.get, async ({ scope, params }) =>
    contactView(await contactInScope(db, scope, params.id)),
  );
  mount(app, contactDetailEndpoints.create, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) =>
      contactView(await contactInScope(work.tx, scope, await addContact(work, scope, body))),
    ),
  );
  mount(app, contactDetailEndpoints.save, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await saveContact(work, scope, params.id, body);
      return contactView(await contactInScope(work.tx, scope, params.id));
    }),
  );
}

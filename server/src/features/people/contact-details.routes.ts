import { contactDetailEndpoints } from '@kerb/domain/people/contact-details.contract.ts';
import { contactInSight, contactView, listContacts } from '@kerb/server/features/people/contact-details.repository.ts';
import { addContact, saveContact } from '@kerb/server/features/people/save-contact.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

export function contactDetailRoutes(app: App, deps: Deps): void {
  const { db } = deps;
  mount(app, contactDetailEndpoints.list, async ({ sight, query }) => {
    const items = (await listContacts(db, sight, query)).map(contactView);
    return { items, totalItems: items.length };
  });
  mount(app, contactDetailEndpoints.get, async ({ sight, params }) =>
    contactView(await contactInSight(db, sight, params.id)),
  );
  mount(app, contactDetailEndpoints.create, ({ sight, by, body }) =>
    inTransaction(deps, by, async (work) =>
      contactView(await contactInSight(work.tx, sight, await addContact(work, sight, body))),
    ),
  );
  mount(app, contactDetailEndpoints.save, ({ sight, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await saveContact(work, sight, params.id, body);
      return contactView(await contactInSight(work.tx, sight, params.id));
    }),
  );
}

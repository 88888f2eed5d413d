import { photoEndpoints } from '@kerb/domain/properties/photos.contract.ts';
import { propertyEndpoints } from '@kerb/domain/properties/properties.contract.ts';
import { photoBox } from '@kerb/domain/properties/property-photo.ts';
import { isSync } from '@kerb/domain/wire/sync.ts';
import { answerCampaign } from '@kerb/server/features/agreements/answer-campaign.ts';
import { addProperty } from '@kerb/server/features/properties/add-property.ts';
import { changeProperty } from '@kerb/server/features/properties/change-property.ts';
import { createProperty } from '@kerb/server/features/properties/create-property.ts';
import { findSimilar } from '@kerb/server/features/properties/find-similar.ts';
import { photoInScope, photoView } from '@kerb/server/features/properties/photos.repository.ts';
import {
  changedProperties,
  listProperties,
  propertyInScope,
} from '@kerb/server/features/properties/properties.repository.ts';
import { removeProperty } from '@kerb/server/features/properties/remove-property.ts';
import { removePhoto, setPhoto } from '@kerb/server/features/properties/set-photo.ts';
import { suggestAddresses } from '@kerb/server/features/properties/suggest-addresses.ts';
import type { Deps } from '@kerb/server/platform/deps.ts';
import { type App, mount } from '@kerb/server/platform/http/mount.ts';
import { sendPicture } from '@kerb/server/platform/http/send-picture.ts';
import { ownerOf } from '@kerb/server/platform/queues/lanes.ts';
import { inTransaction } from '@kerb/server/platform/work.ts';

function photoRoutes(app: App, deps: Deps): void {
  mount(app, photoEndpoints.read, async ({ scope, params, query: { width, v: version }, reply }) => {
    const picture = await photoInScope(deps.db, scope, params.id);
    const box = photoBox(Number(width));
    return sendPicture(deps, reply, { picture, box, owner: ownerOf(scope.actor), version });
  });

  mount(app, photoEndpoints.set, ({ scope, by, params: { id }, body: { asset } }) =>
    inTransaction(deps, by, async (work) => {
      await setPhoto(work, scope, { id, asset });
      return photoView(deps, id, await photoInScope(work.tx, scope, id));
    }),
  );

  mount(app, photoEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await removePhoto(work, scope, params.id);
      return undefined;
    }),
  );
}

export function propertyRoutes(app: App, deps: Deps): void {
  mount(app, propertyEndpoints.list, ({ scope, query }) =>
    isSync(query) ? changedProperties(deps.db, scope, query) : listProperties(deps.db, scope, query),
  );

  mount(app, propertyEndpoints.get, ({ scope, params }) => propertyInScope(deps.db, scope, params.id));

  mount(app, propertyEndpoints.create, ({ scope, by, body }) =>
    inTransaction(deps, by, async (work) => propertyInScope(work.tx, scope, await createProperty(work, body))),
  );

  mount(app, propertyEndpoints.save, ({ scope, by, params, body, ifMatch }) =>
    inTransaction(deps, by, async (work) => {
      await changeProperty(work, scope, { id: params.id, sent: body, ifMatch });
      return propertyInScope(work.tx, scope, params.id);
    }),
  );

  mount(app, propertyEndpoints.remove, ({ scope, by, params }) =>
    inTransaction(deps, by, async (work) => {
      await removeProperty(work, scope, params.id);
      return undefined;
    }),
  );

  mount(app, propertyEndpoints.suggest, async ({ query }) => ({
    items: await suggestAddresses(deps.addresses, query.partialAddress),
  }));

  mount(app, propertyEndpoints.add, ({ scope, by, params, body }) =>
    inTransaction(deps, by, async (work) => {
      await addProperty(work, scope, { id: params.id, added: body });
      return answerCampaign(deps, work.tx, scope, params.id);
    }),
  );

  mount(app, propertyEndpoints.similar, async ({ scope, params, query }) => ({
    items: await findSimilar(deps.db, scope, { ...query, id: params.id }),
  }));

  photoRoutes(app, deps);
}

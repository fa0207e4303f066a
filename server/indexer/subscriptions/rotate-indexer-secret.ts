import type { NewIndexerSubscriptionView } from '@/schemas/indexer/contract'
import type { ProjectCtx } from '@/server/ctx'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import type { NewDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import { rotateDestinationSecret } from '@/server/webhooks/destinations/rotate-destination-secret'
import { getIndexerSubscription } from './get-indexer-subscription'

/** As `rotateDestinationSecret`. Returns the subscription with its new secret. Throws not_found. */
export async function rotateIndexerSecret(
  ctx: ProjectCtx,
  newSecret: NewDestinationSecret,
): Promise<NewIndexerSubscriptionView> {
  const shown = await rotateDestinationSecret(ctx, { kind: EVENT_SUBSCRIPTION, newSecret })
  return { ...(await getIndexerSubscription(ctx, newSecret.id)), ...shown }
}

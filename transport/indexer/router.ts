import { newId } from '@/db/new-id'
import {
  createIndexerSubscriptionInput,
  indexerRecovery,
  indexerSubscriptionFilter,
  indexerSubscriptionRef,
  updateIndexerSubscriptionInput,
} from '@/schemas/indexer/contract'
import { indexerLogFilter, indexerLogRef } from '@/schemas/indexer/logs/contract'
import { replayFilter, replayInput, replayRef } from '@/schemas/indexer/replays/contract'
import { listEventTypes } from '@/server/indexer/catalog/list-event-types'
import { getLogDetail } from '@/server/indexer/logs/get-log-detail'
import { listDeliveryDays } from '@/server/indexer/logs/list-delivery-days'
import { listLogRows } from '@/server/indexer/logs/list-log-rows'
import { resendIndexerLog } from '@/server/indexer/logs/resend-indexer-log'
import { listNetworks } from '@/server/indexer/networks/list-networks'
import { cancelReplay } from '@/server/indexer/replays/cancel-replay'
import { createReplay } from '@/server/indexer/replays/create-replay'
import { estimateReplay } from '@/server/indexer/replays/estimate-replay'
import { listReplays } from '@/server/indexer/replays/list-replays'
import { prepareReplay } from '@/server/indexer/replays/prepare-replay'
import { createIndexerSubscription } from '@/server/indexer/subscriptions/create-indexer-subscription'
import { deleteIndexerSubscription } from '@/server/indexer/subscriptions/delete-indexer-subscription'
import { getIndexerSubscription } from '@/server/indexer/subscriptions/get-indexer-subscription'
import { getSubscriptionReading } from '@/server/indexer/subscriptions/get-subscription-reading'
import { listIndexerSubscriptions } from '@/server/indexer/subscriptions/list-indexer-subscriptions'
import { preparePatch, prepareSubscription } from '@/server/indexer/subscriptions/prepare-subscription'
import {
  countFailedEvents,
  recoverIndexerSubscription,
} from '@/server/indexer/subscriptions/recover-indexer-subscription'
import { rotateIndexerSecret } from '@/server/indexer/subscriptions/rotate-indexer-secret'
import { testIndexerSubscription } from '@/server/indexer/subscriptions/test-indexer-subscription'
import { updateIndexerSubscription } from '@/server/indexer/subscriptions/update-indexer-subscription'
import { lastPageAtMost, PAGE_SIZE, toPage } from '@/server/paging'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { meteredAs } from '@/server/trpc/metered-as'
import { supportProcedure } from '@/server/trpc/platform-procedures'
import { EVENT_SUBSCRIPTION } from '@/server/webhooks/destinations/destination-kinds'
import { newDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import { withFailing } from '@/server/webhooks/destinations/with-failing'
import { resendIndexerLogEndpoint } from './logs/endpoints'
import { cancelIndexerReplayEndpoint, createIndexerReplayEndpoint } from './replays/endpoints'
import {
  createIndexerSubscriptionEndpoint,
  deleteIndexerSubscriptionEndpoint,
  recoverIndexerSubscriptionEndpoint,
  rotateIndexerSecretEndpoint,
  testIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
} from './subscriptions/endpoints'

export const indexerRouter = router({
  listEventTypes: businessProcedure('viewer').query(() => listEventTypes()),
  listSubscriptions: businessProcedure('viewer')
    .input(indexerSubscriptionFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async (filter) =>
        toPage(await withFailing(ctx, await listIndexerSubscriptions(ctx, { ...filter, limit: PAGE_SIZE }))),
      ),
    ),
  getSubscription: businessProcedure('viewer')
    .input(indexerSubscriptionRef)
    .query(({ ctx, input }) => getIndexerSubscription(ctx, input.subscriptionId)),
  getSubscriptionReading: businessProcedure('viewer')
    .input(indexerSubscriptionRef)
    .query(({ ctx, input }) => getSubscriptionReading(ctx, input.subscriptionId)),
  createSubscription: preparedBusinessProcedure('developer')
    .input(createIndexerSubscriptionInput)
    .use(meteredAs(createIndexerSubscriptionEndpoint))
    .mutation(async ({ ctx, input }) => {
      const prepared = await prepareSubscription(ctx.tenant, input)
      const newSecret = await newDestinationSecret(EVENT_SUBSCRIPTION, newId())
      return ctx.inTransaction((txCtx) => createIndexerSubscription(txCtx, { ...prepared, newSecret }))
    }),
  updateSubscription: preparedBusinessProcedure('developer')
    .input(updateIndexerSubscriptionInput)
    .use(meteredAs(updateIndexerSubscriptionEndpoint))
    .mutation(async ({ ctx, input: { subscriptionId, ...patch } }) => {
      await preparePatch(patch)
      return ctx.inTransaction((txCtx) => updateIndexerSubscription(txCtx, { ...patch, id: subscriptionId }))
    }),
  deleteSubscription: businessProcedure('developer')
    .input(indexerSubscriptionRef)
    .use(meteredAs(deleteIndexerSubscriptionEndpoint))
    .mutation(({ ctx, input }) => deleteIndexerSubscription(ctx, input.subscriptionId)),
  rotateSecret: preparedBusinessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(indexerSubscriptionRef)
    .use(meteredAs(rotateIndexerSecretEndpoint))
    .mutation(async ({ ctx, input }) => {
      const newSecret = await newDestinationSecret(EVENT_SUBSCRIPTION, input.subscriptionId)
      return ctx.inTransaction((txCtx) => rotateIndexerSecret(txCtx, newSecret))
    }),
  testSubscription: businessProcedure('developer')
    .input(indexerSubscriptionRef)
    .use(meteredAs(testIndexerSubscriptionEndpoint))
    .mutation(({ ctx, input }) => testIndexerSubscription(ctx, input.subscriptionId)),
  estimateReplay: preparedBusinessProcedure('developer')
    .input(replayInput)
    .use(meteredAs(createIndexerReplayEndpoint))
    .query(({ ctx, input: { subscriptionId: id, ...range } }) => estimateReplay(ctx.tenant, { id, ...range })),
  createReplay: preparedBusinessProcedure('developer')
    .input(replayInput)
    .use(meteredAs(createIndexerReplayEndpoint))
    .mutation(async ({ ctx, input: { subscriptionId: id, ...range } }) => {
      const prepared = await prepareReplay(ctx.tenant, { id, ...range })
      return ctx.inTransaction((txCtx) => createReplay(txCtx, { id, ...prepared }))
    }),
  listReplays: businessProcedure('viewer')
    .input(replayFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async ({ subscriptionId: id, page }) =>
        toPage(await listReplays(ctx, { id, page, limit: PAGE_SIZE })),
      ),
    ),
  cancelReplay: businessProcedure('developer')
    .input(replayRef)
    .use(meteredAs(cancelIndexerReplayEndpoint))
    .mutation(({ ctx, input: { subscriptionId: id, replayId } }) => cancelReplay(ctx, { id, replayId })),
  listNetworks: supportProcedure.query(({ ctx }) => listNetworks(ctx)),
  listLogs: businessProcedure('viewer')
    .input(indexerLogFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async (filter) => toPage(await listLogRows(ctx, { ...filter, limit: PAGE_SIZE }))),
    ),
  getLog: businessProcedure('viewer')
    .input(indexerLogRef)
    .query(({ ctx, input }) => getLogDetail(ctx, input.logId)),
  listDeliveryDays: businessProcedure('viewer')
    .input(indexerSubscriptionRef)
    .query(({ ctx, input }) => listDeliveryDays(ctx, input.subscriptionId)),
  countFailed: businessProcedure('viewer')
    .input(indexerRecovery)
    .query(({ ctx, input: { subscriptionId: id, since } }) => countFailedEvents(ctx, { id, since })),
  recoverSubscription: businessProcedure('developer')
    .input(indexerRecovery)
    .use(meteredAs(recoverIndexerSubscriptionEndpoint))
    .mutation(({ ctx, input: { subscriptionId: id, since } }) => recoverIndexerSubscription(ctx, { id, since })),
  resendLog: businessProcedure('developer')
    .input(indexerLogRef)
    .use(meteredAs(resendIndexerLogEndpoint))
    .mutation(({ ctx, input }) => resendIndexerLog(ctx, input.logId)),
})

import { newId } from '@/db/new-id'
import { lastPageAtMost, PAGE_SIZE, toPage } from '@/server/paging'
import { businessProcedure, preparedBusinessProcedure, router, supportProcedure } from '@/server/trpc/init'
import { soldAs } from '@/server/trpc/sold-as'
import { listEventTypes } from './catalog/list-event-types'
import {
  createIndexerSubscriptionInput,
  indexerRecovery,
  indexerSubscriptionFilter,
  indexerSubscriptionRef,
  updateIndexerSubscriptionInput,
} from './contract'
import { indexerLogFilter, indexerLogRef } from './logs/contract'
import { resendIndexerLogEndpoint } from './logs/endpoints'
import { getLogDetail } from './logs/get-log-detail'
import { listDeliveryDays } from './logs/list-delivery-days'
import { listLogRows } from './logs/list-log-rows'
import { resendIndexerLog } from './logs/resend-indexer-log'
import { listNetworks } from './networks/list-networks'
import { cancelReplay } from './replays/cancel-replay'
import { replayFilter, replayInput, replayRef } from './replays/contract'
import { createReplay } from './replays/create-replay'
import { cancelIndexerReplayEndpoint, createIndexerReplayEndpoint } from './replays/endpoints'
import { estimateReplay } from './replays/estimate-replay'
import { listReplays } from './replays/list-replays'
import { prepareReplay } from './replays/prepare-replay'
import { createIndexerSubscription } from './subscriptions/create-indexer-subscription'
import { deleteIndexerSubscription } from './subscriptions/delete-indexer-subscription'
import {
  createIndexerSubscriptionEndpoint,
  deleteIndexerSubscriptionEndpoint,
  recoverIndexerSubscriptionEndpoint,
  rotateIndexerSecretEndpoint,
  testIndexerSubscriptionEndpoint,
  updateIndexerSubscriptionEndpoint,
} from './subscriptions/endpoints'
import { getIndexerSubscription } from './subscriptions/get-indexer-subscription'
import { listIndexerSubscriptions } from './subscriptions/list-indexer-subscriptions'
import { newSigningSecret } from './subscriptions/new-signing-secret'
import { preparePatch, prepareSubscription } from './subscriptions/prepare-subscription'
import { countFailedEvents, recoverIndexerSubscription } from './subscriptions/recover-indexer-subscription'
import { rotateIndexerSecret } from './subscriptions/rotate-indexer-secret'
import { testIndexerSubscription } from './subscriptions/test-indexer-subscription'
import { updateIndexerSubscription } from './subscriptions/update-indexer-subscription'

export const indexerRouter = router({
  listEventTypes: businessProcedure('viewer').query(() => listEventTypes()),
  listSubscriptions: businessProcedure('viewer')
    .input(indexerSubscriptionFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async (filter) =>
        toPage(await listIndexerSubscriptions(ctx, { ...filter, limit: PAGE_SIZE })),
      ),
    ),
  getSubscription: businessProcedure('viewer')
    .input(indexerSubscriptionRef)
    .query(({ ctx, input }) => getIndexerSubscription(ctx, input.subscriptionId)),
  createSubscription: preparedBusinessProcedure('developer')
    .input(createIndexerSubscriptionInput)
    .use(soldAs(createIndexerSubscriptionEndpoint))
    .mutation(async ({ ctx, input }) => {
      const prepared = await prepareSubscription(ctx.tenant, input)
      const made = await newSigningSecret(newId())
      return ctx.inTransaction((own) => createIndexerSubscription(own, { ...prepared, made }))
    }),
  updateSubscription: preparedBusinessProcedure('developer')
    .input(updateIndexerSubscriptionInput)
    .use(soldAs(updateIndexerSubscriptionEndpoint))
    .mutation(async ({ ctx, input: { subscriptionId, ...patch } }) => {
      await preparePatch(patch)
      return ctx.inTransaction((own) => updateIndexerSubscription(own, { ...patch, id: subscriptionId }))
    }),
  deleteSubscription: businessProcedure('developer')
    .input(indexerSubscriptionRef)
    .use(soldAs(deleteIndexerSubscriptionEndpoint))
    .mutation(({ ctx, input }) => deleteIndexerSubscription(ctx, input.subscriptionId)),
  rotateSecret: preparedBusinessProcedure('owner')
    .input(indexerSubscriptionRef)
    .use(soldAs(rotateIndexerSecretEndpoint))
    .mutation(async ({ ctx, input }) => {
      const made = await newSigningSecret(input.subscriptionId)
      return ctx.inTransaction((own) => rotateIndexerSecret(own, made))
    }),
  testSubscription: businessProcedure('developer')
    .input(indexerSubscriptionRef)
    .use(soldAs(testIndexerSubscriptionEndpoint))
    .mutation(({ ctx, input }) => testIndexerSubscription(ctx, input.subscriptionId)),
  estimateReplay: preparedBusinessProcedure('developer')
    .input(replayInput)
    .use(soldAs(createIndexerReplayEndpoint))
    .query(({ ctx, input: { subscriptionId: id, ...range } }) => estimateReplay(ctx.tenant, { id, ...range })),
  createReplay: preparedBusinessProcedure('developer')
    .input(replayInput)
    .use(soldAs(createIndexerReplayEndpoint))
    .mutation(async ({ ctx, input: { subscriptionId: id, ...range } }) => {
      const prepared = await prepareReplay(ctx.tenant, { id, ...range })
      return ctx.inTransaction((own) => createReplay(own, { id, ...prepared }))
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
    .use(soldAs(cancelIndexerReplayEndpoint))
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
    .use(soldAs(recoverIndexerSubscriptionEndpoint))
    .mutation(({ ctx, input: { subscriptionId: id, since } }) => recoverIndexerSubscription(ctx, { id, since })),
  resendLog: businessProcedure('developer')
    .input(indexerLogRef)
    .use(soldAs(resendIndexerLogEndpoint))
    .mutation(({ ctx, input }) => resendIndexerLog(ctx, input.logId)),
})

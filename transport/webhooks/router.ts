import { newId } from '@/db/new-id'
import {
  attemptRef,
  messageFilter,
  messagePart,
  messageRecovery,
  messageRef,
  testEvent,
} from '@/schemas/webhooks/contract'
import {
  createWebhookEndpointInput,
  updateWebhookEndpointInput,
  webhookEndpointFilter,
  webhookEndpointRef,
} from '@/schemas/webhooks/destinations/contract'
import { checkWebhookTarget } from '@/server/egress/target'
import { lastPageAtMost, PAGE_SIZE, toPage } from '@/server/paging'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { REQUIRES_FRESH_PROOF, router } from '@/server/trpc/init'
import { checkSignature } from '@/server/webhooks/check-signature'
import { createWebhookEndpoint } from '@/server/webhooks/destinations/create-webhook-endpoint'
import { deleteWebhookEndpoint } from '@/server/webhooks/destinations/delete-webhook-endpoint'
import { WEBHOOK_ENDPOINT } from '@/server/webhooks/destinations/destination-kinds'
import { getWebhookEndpoint } from '@/server/webhooks/destinations/get-webhook-endpoint'
import { listWebhookEndpoints } from '@/server/webhooks/destinations/list-webhook-endpoints'
import { newDestinationSecret } from '@/server/webhooks/destinations/new-destination-secret'
import { rotateEndpointSecret } from '@/server/webhooks/destinations/rotate-endpoint-secret'
import { testWebhookEndpoint } from '@/server/webhooks/destinations/test-webhook-endpoint'
import { updateWebhookEndpoint } from '@/server/webhooks/destinations/update-webhook-endpoint'
import { withFailing } from '@/server/webhooks/destinations/with-failing'
import { getMessage } from '@/server/webhooks/get-message'
import { getNewestMark } from '@/server/webhooks/get-newest-mark'
import { listMessages, listMessagesAfter } from '@/server/webhooks/list-messages'
import { countFailedMessages, recoverMessages } from '@/server/webhooks/recover-messages'
import { resendMessage } from '@/server/webhooks/resend-message'
import { sendTestEvent } from '@/server/webhooks/send-test-event'

export const webhooksRouter = router({
  list: businessProcedure('viewer')
    .input(messageFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listMessages(ctx, page))),
  listAfter: businessProcedure('viewer')
    .input(messagePart)
    .query(({ ctx, input }) => listMessagesAfter(ctx, input)),
  getNewestMark: businessProcedure('viewer').query(({ ctx }) => getNewestMark(ctx)),
  get: businessProcedure('viewer')
    .input(messageRef)
    .query(({ ctx, input }) => getMessage(ctx, input.messageId)),
  checkSignature: businessProcedure('viewer')
    .input(attemptRef)
    .query(({ ctx, input: { messageId, attempt } }) => checkSignature(ctx, { messageId, attempt })),
  resend: businessProcedure('developer')
    .input(messageRef)
    .mutation(({ ctx, input }) => resendMessage(ctx, input.messageId)),
  recover: businessProcedure('developer')
    .input(messageRecovery)
    .mutation(({ ctx, input }) => recoverMessages(ctx, input)),
  countFailed: businessProcedure('viewer')
    .input(messageRecovery)
    .query(({ ctx, input }) => countFailedMessages(ctx, input)),
  sendTestEvent: businessProcedure('developer')
    .input(testEvent)
    .mutation(({ ctx, input }) => sendTestEvent(ctx, input.url)),
  listEndpoints: businessProcedure('viewer')
    .input(webhookEndpointFilter)
    .query(({ ctx, input }) =>
      lastPageAtMost(input, async ({ page }) =>
        toPage(await withFailing(ctx, await listWebhookEndpoints(ctx, { page, limit: PAGE_SIZE }))),
      ),
    ),
  getEndpoint: businessProcedure('viewer')
    .input(webhookEndpointRef)
    .query(({ ctx, input }) => getWebhookEndpoint(ctx, input.endpointId)),
  createEndpoint: preparedBusinessProcedure('developer')
    .input(createWebhookEndpointInput)
    .mutation(async ({ ctx, input: { url, events, description } }) => {
      await checkWebhookTarget('url', url)
      const newSecret = await newDestinationSecret(WEBHOOK_ENDPOINT, newId())
      return ctx.inTransaction((txCtx) => createWebhookEndpoint(txCtx, { url, events, description, newSecret }))
    }),
  updateEndpoint: preparedBusinessProcedure('developer')
    .input(updateWebhookEndpointInput)
    .mutation(async ({ ctx, input: { endpointId, url, events, description, status } }) => {
      if (url !== undefined) await checkWebhookTarget('url', url)
      return ctx.inTransaction((txCtx) =>
        updateWebhookEndpoint(txCtx, { id: endpointId, url, events, description, status }),
      )
    }),
  deleteEndpoint: businessProcedure('developer')
    .input(webhookEndpointRef)
    .mutation(({ ctx, input }) => deleteWebhookEndpoint(ctx, input.endpointId)),
  rotateEndpointSecret: preparedBusinessProcedure('owner')
    .meta(REQUIRES_FRESH_PROOF)
    .input(webhookEndpointRef)
    .mutation(async ({ ctx, input }) => {
      const newSecret = await newDestinationSecret(WEBHOOK_ENDPOINT, input.endpointId)
      return ctx.inTransaction((txCtx) => rotateEndpointSecret(txCtx, newSecret))
    }),
  testEndpoint: businessProcedure('developer')
    .input(webhookEndpointRef)
    .mutation(({ ctx, input }) => testWebhookEndpoint(ctx, input.endpointId)),
})

import { lastPageAtMost } from '@/server/paging'
import { businessProcedure, router } from '@/server/trpc/init'
import { messageFilter, messageRecovery, messageRef, testEvent } from './contract'
import { getMessage } from './get-message'
import { listMessages } from './list-messages'
import { recoverMessages } from './recover-messages'
import { resendMessage } from './resend-message'
import { sendTestEvent } from './send-test-event'

export const webhooksRouter = router({
  list: businessProcedure('viewer')
    .input(messageFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listMessages(ctx, page))),
  get: businessProcedure('viewer')
    .input(messageRef)
    .query(({ ctx, input }) => getMessage(ctx, input.messageId)),
  resend: businessProcedure('developer')
    .input(messageRef)
    .mutation(({ ctx, input }) => resendMessage(ctx, input.messageId)),
  recover: businessProcedure('developer')
    .input(messageRecovery)
    .mutation(({ ctx, input }) => recoverMessages(ctx, input)),
  sendTestEvent: businessProcedure('developer')
    .input(testEvent)
    .mutation(({ ctx, input }) => sendTestEvent(ctx, input.url)),
})

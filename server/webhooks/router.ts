import { businessProcedure, router } from '@/server/trpc/init'
import { messageFilter, messageRef } from './contract'
import { getMessage } from './get-message'
import { listMessages } from './list-messages'
import { resendMessage } from './resend-message'

export const webhooksRouter = router({
  list: businessProcedure('viewer')
    .input(messageFilter)
    .query(({ ctx, input }) => listMessages(ctx, input)),
  get: businessProcedure('viewer')
    .input(messageRef)
    .query(({ ctx, input }) => getMessage(ctx, input.messageId)),
  resend: businessProcedure('developer')
    .input(messageRef)
    .mutation(({ ctx, input }) => resendMessage(ctx, input.messageId)),
})

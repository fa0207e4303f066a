import { operatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { listMailInput, mailRef } from './contract'
import { listMails } from './list-mails'
import { resendMail } from './resend-mail'

export const mailRouter = router({
  list: supportProcedure.input(listMailInput).query(({ ctx, input }) => listMails(ctx, input)),
  resend: operatorProcedure.input(mailRef).mutation(({ ctx, input }) => resendMail(ctx, input)),
})

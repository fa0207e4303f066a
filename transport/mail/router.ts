import { listMailInput, mailRef } from '@/schemas/mail/contract'
import { listMails } from '@/server/mail/list-mails'
import { resendMail } from '@/server/mail/resend-mail'
import { router } from '@/server/trpc/init'
import { operatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const mailRouter = router({
  list: supportProcedure.input(listMailInput).query(({ ctx, input }) => listMails(ctx, input)),
  resend: operatorProcedure.input(mailRef).mutation(({ ctx, input }) => resendMail(ctx, input)),
})

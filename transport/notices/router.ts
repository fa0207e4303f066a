import { setMailedInput } from '@/schemas/notices/contract'
import { countNewNotices, listNotices, readNotices, setMailed } from '@/server/notices/list-notices'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'

export const noticesRouter = router({
  list: businessProcedure('viewer').query(({ ctx }) => listNotices({ ...ctx, isOwner: ctx.role === 'owner' })),
  countNew: businessProcedure('viewer').query(({ ctx }) => countNewNotices(ctx)),
  read: businessProcedure('viewer', { whileSuspended: 'notes what a person has seen' }).mutation(({ ctx }) =>
    readNotices(ctx),
  ),
  setMailed: businessProcedure('owner', { whileSuspended: 'says what a person is mailed' })
    .input(setMailedInput)
    .mutation(({ ctx, input }) => setMailed(ctx, input)),
})

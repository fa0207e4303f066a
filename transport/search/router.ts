import { searchInput } from '@/schemas/search/contract'
import { listHits } from '@/server/search/list-hits'
import { listOwnHits } from '@/server/search/list-own-hits'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { supportProcedure } from '@/server/trpc/platform-procedures'

export const searchRouter = router({
  listOwn: businessProcedure('viewer')
    .input(searchInput)
    .query(({ ctx, input }) => listOwnHits(ctx, input.text)),
  list: supportProcedure.input(searchInput).query(({ ctx, input }) => {
    const { sessionId, platformRole: role } = ctx.person
    return role
      ? listHits(ctx, { text: input.text, visitor: { sessionId, role } })
      : { isTerm: false, hits: [], isCut: false }
  }),
})

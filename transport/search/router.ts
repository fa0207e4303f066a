import { searchInput } from '@/schemas/search/contract'
import { listHits } from '@/server/search/list-hits'
import { router } from '@/server/trpc/init'
import { supportProcedure } from '@/server/trpc/platform-procedures'

export const searchRouter = router({
  list: supportProcedure.input(searchInput).query(({ ctx, input }) => {
    const { sessionId, platformRole: role } = ctx.person
    return role
      ? listHits(ctx, { text: input.text, visitor: { sessionId, role } })
      : { isTerm: false, hits: [], isCut: false }
  }),
})

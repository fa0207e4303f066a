import { searchInput } from '@/schemas/search/contract'
import { listHits } from '@/server/search/list-hits'
import { readTerm } from '@/server/text/read-term'
import { router } from '@/server/trpc/init'
import { supportProcedure } from '@/server/trpc/platform-procedures'

export const searchRouter = router({
  list: supportProcedure.input(searchInput).query(({ ctx, input }) => {
    const term = readTerm(input.text)
    const { sessionId, platformRole: role } = ctx.person
    return term && role
      ? listHits(ctx, { term, visitor: { sessionId, role } })
      : { isTerm: false, hits: [], isCut: false }
  }),
})

import { readTerm } from '@/server/text/read-term'
import { router, supportProcedure } from '@/server/trpc/init'
import { searchInput } from './contract'
import { searchEverywhere } from './search-everywhere'

export const searchRouter = router({
  find: supportProcedure.input(searchInput).query(({ ctx, input }) => {
    const term = readTerm(input.text)
    const { sessionId, platformRole: role } = ctx.person
    return term && role
      ? searchEverywhere(ctx, { term, visitor: { sessionId, role } })
      : { isTerm: false, hits: [], isCut: false }
  }),
})

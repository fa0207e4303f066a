import { router } from '@/server/trpc/init'
import { supportProcedure } from '@/server/trpc/platform-procedures'
import { getWall } from '@/server/wall/get-wall'

export const wallRouter = router({
  get: supportProcedure.query(({ ctx }) => getWall(ctx)),
})

import { router, supportProcedure } from '@/server/trpc/init'
import { getWall } from '@/server/wall/get-wall'

export const wallRouter = router({
  get: supportProcedure.query(({ ctx }) => getWall(ctx)),
})

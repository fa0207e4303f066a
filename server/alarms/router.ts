import { lastPageAtMost } from '@/server/paging'
import { router, supportProcedure } from '@/server/trpc/init'
import { alarmFilter } from './contract'
import { countOpenAlarms } from './count-open-alarms'
import { listAlarms } from './list-alarms'

export const alarmsRouter = router({
  list: supportProcedure
    .input(alarmFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listAlarms(ctx, page))),
  open: supportProcedure.query(({ ctx }) => countOpenAlarms(ctx)),
})

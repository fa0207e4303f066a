import { lastPageAtMost } from '@/server/paging'
import { router, supportProcedure } from '@/server/trpc/init'
import { alarmFilter } from './contract'
import { countOpenAlarms } from './count-open-alarms'
import { listAlarms } from './list-alarms'
import { listJobNotices } from './list-job-notices'

export const alarmsRouter = router({
  list: supportProcedure
    .input(alarmFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listAlarms(ctx, page))),
  listJobNotices: supportProcedure.query(({ ctx }) => listJobNotices(ctx)),
  countOpen: supportProcedure.query(({ ctx }) => countOpenAlarms(ctx)),
})

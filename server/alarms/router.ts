import { lastPageAtMost } from '@/server/paging'
import { router, supportProcedure } from '@/server/trpc/init'
import { alarmFilter } from './contract'
import { countOpenAlarms } from './count-open-alarms'
import { listAlarms } from './list-alarms'
import { listJobNotices } from './list-job-notices'
import { listWorkFaults } from './list-work-faults'

export const alarmsRouter = router({
  list: supportProcedure
    .input(alarmFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listAlarms(ctx, page))),
  listJobNotices: supportProcedure.query(({ ctx }) => listJobNotices(ctx)),
  listWorkFaults: supportProcedure.query(({ ctx }) => listWorkFaults(ctx)),
  countOpen: supportProcedure.query(({ ctx }) => countOpenAlarms(ctx)),
})

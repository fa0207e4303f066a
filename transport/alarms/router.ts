import { alarmFilter } from '@/schemas/alarms/contract'
import { countOpenAlarms } from '@/server/alarms/count-open-alarms'
import { listAlarms } from '@/server/alarms/list-alarms'
import { listJobNotices } from '@/server/alarms/list-job-notices'
import { listWorkFaults } from '@/server/alarms/list-work-faults'
import { lastPageAtMost } from '@/server/paging'
import { router } from '@/server/trpc/init'
import { supportProcedure } from '@/server/trpc/platform-procedures'

export const alarmsRouter = router({
  list: supportProcedure
    .input(alarmFilter)
    .query(({ ctx, input }) => lastPageAtMost(input, (page) => listAlarms(ctx, page))),
  listJobNotices: supportProcedure.query(({ ctx }) => listJobNotices(ctx)),
  listWorkFaults: supportProcedure.query(({ ctx }) => listWorkFaults(ctx)),
  countOpen: supportProcedure.query(({ ctx }) => countOpenAlarms(ctx)),
})

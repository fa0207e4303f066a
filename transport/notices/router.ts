import {
  addNoticeChannelInput,
  noticeChannelRef,
  setMailedInput,
  setNoticeChannelActiveInput,
} from '@/schemas/notices/contract'
import { prepareChannel } from '@/server/channels/prepare-channel'
import {
  addNoticeChannel,
  removeNoticeChannel,
  setNoticeChannelActive,
} from '@/server/notices/channels/change-notice-channels'
import { listNoticeChannels } from '@/server/notices/channels/list-notice-channels'
import { testNoticeChannel, tryNoticeChannel } from '@/server/notices/channels/test-notice-channel'
import { countNewNotices, listNotices, readNotices, setMailed } from '@/server/notices/list-notices'
import { businessProcedure, preparedBusinessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'

export const noticesRouter = router({
  list: businessProcedure('viewer').query(({ ctx }) => listNotices({ ...ctx, isOwner: ctx.role === 'owner' })),
  countNew: businessProcedure('viewer').query(({ ctx }) => countNewNotices(ctx)),
  read: businessProcedure('viewer', { whileSuspended: 'notes what a person has seen' }).mutation(({ ctx }) =>
    readNotices(ctx),
  ),
  setMailed: businessProcedure('viewer', { whileSuspended: 'says what a person is mailed' })
    .input(setMailedInput)
    .mutation(({ ctx, input }) => setMailed(ctx, input)),
  listChannels: businessProcedure('viewer').query(({ ctx }) => listNoticeChannels(ctx)),
  addChannel: preparedBusinessProcedure('developer')
    .input(addNoticeChannelInput)
    .mutation(async ({ ctx, input }) => {
      const prepared = await prepareChannel(input)
      return ctx.inTransaction((txCtx) => addNoticeChannel(txCtx, { ...input, prepared }))
    }),
  setChannelActive: businessProcedure('developer')
    .input(setNoticeChannelActiveInput)
    .mutation(({ ctx, input }) => setNoticeChannelActive(ctx, input)),
  removeChannel: businessProcedure('developer')
    .input(noticeChannelRef)
    .mutation(({ ctx, input }) => removeNoticeChannel(ctx, input)),
  testChannel: preparedBusinessProcedure('developer')
    .input(noticeChannelRef)
    .mutation(async ({ ctx, input }) => {
      const tested = await tryNoticeChannel(ctx.tenant, input)
      return ctx.inTransaction((txCtx) => testNoticeChannel(txCtx, tested))
    }),
})

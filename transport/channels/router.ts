import { addChannelInput, channelRef, setChannelActiveInput, updateChannelInput } from '@/schemas/channels/contract'
import { addChannel } from '@/server/channels/add-channel'
import { listChannels } from '@/server/channels/list-channels'
import { prepareChannel } from '@/server/channels/prepare-channel'
import { sendTestAlarm, testChannel } from '@/server/channels/test-channel'
import { removeChannel, setChannelActive, updateChannel } from '@/server/channels/update-channel'
import { router } from '@/server/trpc/init'
import { operatorProcedure, preparedOperatorProcedure, supportProcedure } from '@/server/trpc/platform-procedures'

export const channelsRouter = router({
  list: supportProcedure.query(({ ctx }) => listChannels(ctx)),
  add: preparedOperatorProcedure(addChannelInput, (_ctx, input) => prepareChannel(input)).mutation(({ ctx, input }) =>
    addChannel(ctx, { ...input, prepared: ctx.prepared }),
  ),
  update: operatorProcedure.input(updateChannelInput).mutation(({ ctx, input }) => updateChannel(ctx, input)),
  setActive: operatorProcedure.input(setChannelActiveInput).mutation(({ ctx, input }) => setChannelActive(ctx, input)),
  remove: operatorProcedure.input(channelRef).mutation(({ ctx, input }) => removeChannel(ctx, input)),
  test: preparedOperatorProcedure(channelRef, (ctx, input) => sendTestAlarm(ctx, input)).mutation(({ ctx, input }) =>
    testChannel(ctx, { ...input, tested: ctx.prepared }),
  ),
})

import { operatorProcedure, preparedOperatorProcedure, router, supportProcedure } from '@/server/trpc/init'
import { addChannel } from './add-channel'
import { addChannelInput, channelRef, setChannelActiveInput, updateChannelInput } from './contract'
import { listChannels } from './list-channels'
import { prepareChannel } from './prepare-channel'
import { testChannel, tryChannel } from './test-channel'
import { removeChannel, setChannelActive, updateChannel } from './update-channel'

export const channelsRouter = router({
  list: supportProcedure.query(({ ctx }) => listChannels(ctx)),
  add: preparedOperatorProcedure(addChannelInput, prepareChannel).mutation(({ ctx, input }) =>
    addChannel(ctx, { ...input, prepared: ctx.prepared }),
  ),
  update: operatorProcedure.input(updateChannelInput).mutation(({ ctx, input }) => updateChannel(ctx, input)),
  setActive: operatorProcedure.input(setChannelActiveInput).mutation(({ ctx, input }) => setChannelActive(ctx, input)),
  remove: operatorProcedure.input(channelRef).mutation(({ ctx, input }) => removeChannel(ctx, input)),
  test: preparedOperatorProcedure(channelRef, (ctx, input) => tryChannel(ctx, input)).mutation(({ ctx, input }) =>
    testChannel(ctx, { ...input, tested: ctx.prepared }),
  ),
})

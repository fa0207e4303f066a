import { renameViewInput, savedListRef, savedViewRef, saveViewInput } from '@/schemas/views/contract'
import { businessProcedure } from '@/server/trpc/business-procedures'
import { router } from '@/server/trpc/init'
import { removeView, renameView, saveView } from '@/server/views/change-saved-views'
import { listSavedViews } from '@/server/views/list-saved-views'

export const viewsRouter = router({
  list: businessProcedure('viewer')
    .input(savedListRef)
    .query(({ ctx, input }) => listSavedViews(ctx, input)),
  save: businessProcedure('viewer')
    .input(saveViewInput)
    .mutation(({ ctx, input }) => saveView(ctx, input)),
  rename: businessProcedure('viewer')
    .input(renameViewInput)
    .mutation(({ ctx, input }) => renameView(ctx, input)),
  remove: businessProcedure('viewer')
    .input(savedViewRef)
    .mutation(({ ctx, input }) => removeView(ctx, input)),
})

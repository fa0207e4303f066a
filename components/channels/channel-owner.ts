import type { QueryFilters } from '@tanstack/react-query'
import type { DecorateMutationProcedure } from '@trpc/tanstack-react-query'
import type { useTRPC } from '@/components/trpc'
import type { ChannelTest, ChannelView } from '@/schemas/channels/contract'
import type { NoticeChannelView } from '@/schemas/notices/contract'

/** A channel of the operators or of a project. */
export type Channel = ChannelView | NoticeChannelView

type ErrorShape = ReturnType<typeof useTRPC>['channels']['test']['~types']['errorShape']
type Mutation<Input, Output> = Pick<
  DecorateMutationProcedure<{
    input: Input
    output: Output
    transformer: boolean
    errorShape: ErrorShape
    featureFlags: { keyPrefix: false }
  }>,
  'mutationOptions'
>
type OfChannel<Scope> = Scope & { channelId: string }

/** The owner of the channels. It determines the calls that change them and their content. */
export type ChannelOwner<Scope extends object> = {
  /** The part of the input that names the owner: `{ projectId }`, or nothing for operators. */
  scope: Scope
  /** The queries that list the channels. */
  lists: QueryFilters
  test: Mutation<OfChannel<NoInfer<Scope>>, ChannelTest>
  setActive: Mutation<OfChannel<NoInfer<Scope>> & { isActive: boolean }, void>
  remove: Mutation<OfChannel<NoInfer<Scope>>, void>
  message: 'alarm' | 'message'
  /** The button that sends a test. */
  testLabel: string
  /** The reason why the reader may not change channels, or null. */
  shortfall: string | null
}

'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { AddressField } from '@/components/form/address-field'
import { FormDialog } from '@/components/form/form-dialog'
import { refusalText } from '@/components/form/refusal-text'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type FoundFeed, feedRef, type PriceSourceView } from '@/schemas/prices/contract'
import { exactMoney } from '@/server/money/display-amount'
import { formatUtc } from '@/server/text/format-utc'

const form = z.object({
  feedChainId: z.string().min(1, 'Choose a chain'),
  feedAddress: feedRef.shape.feedAddress,
  maxAgeMinutes: z
    .string()
    .trim()
    .regex(/^[1-9]\d{0,3}$/, 'Enter a whole number of minutes'),
})

/** Proposes a price feed for a symbol. Shows what the feed reports first. */
export function SetFeedForm({ source, open, onOpenChange }: DialogState & { source: PriceSourceView }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { symbol, feed, priceUsd, maxAgeSeconds } = source
  const chains = useQuery(trpc.chains.list.queryOptions())
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(form),
    defaultValues: {
      feedChainId: feed ? String(feed.chainId) : '',
      feedAddress: '',
      maxAgeMinutes: String(Math.round((maxAgeSeconds ?? 3_600) / 60)),
    },
  })
  const [chainId, address] = useWatch({ control, name: ['feedChainId', 'feedAddress'] })
  const parsed = feedRef.safeParse({ feedChainId: Number(chainId), feedAddress: address })
  const found = useQuery(
    trpc.prices.findFeed.queryOptions(parsed.data ?? { feedChainId: 1, feedAddress: '' }, {
      enabled: parsed.success,
      retry: false,
    }),
  )
  const set = useServerMutation(trpc.prices.setFeed, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.proposals.pathFilter())
      onOpenChange(false)
      toast.success('Proposed: a second operator has to approve it on the Proposals page')
    },
  })
  const options = (chains.data?.items ?? [])
    .filter(({ chainType, endpoints }) => chainType === 'EVM' && endpoints.length > 0)
    .map((chain) => ({ value: String(chain.chainId), label: chain.name }))
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Feed of ${symbol}`}
      description="We read the feed before it is proposed. Gas is charged at its price once a second operator approves it."
      submitLabel="Propose feed"
      onSubmit={handleSubmit(({ feedChainId, maxAgeMinutes, feedAddress }) =>
        set.mutate({
          symbol,
          feedAddress,
          feedChainId: Number(feedChainId),
          maxAgeMinutes: Number(maxAgeMinutes),
        }),
      )}
      mutation={set}
    >
      <SelectField
        control={control}
        name="feedChainId"
        label="Chain"
        options={options}
        placeholder="Choose"
        hint="A chain with an RPC endpoint, through which the feed is read."
      />
      <AddressField
        control={control}
        name="feedAddress"
        label="Feed"
        chainType="EVM"
        hint="An AggregatorV3 contract."
      />
      <p role="status" className="text-[0.8125rem] text-muted-foreground">
        {parsed.success ? answerOf(found.data, refusalText(found.error), priceUsd) : ''}
      </p>
      <TextField
        control={control}
        name="maxAgeMinutes"
        label="Age limit (minutes)"
        inputMode="numeric"
        hint="Older prices are not used. Enter a little more than the longest time between two updates."
      />
    </FormDialog>
  )
}

function answerOf(found: FoundFeed | undefined, problem: string | null, priceUsd: string | null): string {
  if (problem) return problem
  if (!found) return 'Reading the feed…'
  const now = priceUsd === null ? 'no price' : exactMoney(priceUsd, 'USD')
  return `The feed reports ${found.description ?? 'no name'}, ${exactMoney(found.priceUsd, 'USD')}, ${found.decimals} decimals, as of ${formatUtc(new Date(found.at), { seconds: false })}. The price now: ${now}.`
}

'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { IndexerSubscriptionView } from '@/schemas/indexer/contract'
import { ConfirmationsField } from './confirmations-field'
import { EventFields } from './event-fields'
import { confirmationsOf, eventsOf, type SubscriptionForm, subscriptionForm, toEventFields } from './subscription-form'

type EditSubscriptionFormProps = DialogState & { projectId: string; subscription: IndexerSubscriptionView }

/** Edits the destination and the events of a subscription. */
export function EditSubscriptionForm({ projectId, subscription, open, onOpenChange }: EditSubscriptionFormProps) {
  const { id: subscriptionId, chainId, contractAddress, webhookUrl, events, confirmations } = subscription
  const trpc = useTRPC()
  const client = useQueryClient()
  const chainType = subscription.network === 'SOL' ? 'SOLANA' : 'EVM'
  const { control, handleSubmit } = useForm<SubscriptionForm>({
    resolver: zodResolver(subscriptionForm(chainType)),
    defaultValues: {
      ...{ chainId: String(chainId), contractAddress, webhookUrl, confirmations: String(confirmations) },
      ...toEventFields(events),
    },
  })
  const update = useServerMutation(trpc.indexer.updateSubscription, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.indexer.pathFilter())
      onOpenChange(false)
      toast.success('Subscription changed')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit subscription"
      description="Pending deliveries use the new URL. A change of events takes effect with the next block."
      submitLabel="Save"
      mutation={update}
      onSubmit={handleSubmit((values) =>
        update.mutate({
          ...{ projectId, subscriptionId, webhookUrl: values.webhookUrl },
          ...{ events: eventsOf(values, chainType), confirmations: confirmationsOf(values, chainType) },
        }),
      )}
    >
      <TextField control={control} name="webhookUrl" label="Webhook URL" inputMode="url" autoComplete="off" />
      <EventFields control={control} chainType={chainType} />
      {chainType === 'EVM' ? (
        <ConfirmationsField
          control={control}
          hint="A change neither skips nor repeats events. With fewer confirmations than finality requires, events may be reverted."
        />
      ) : null}
    </FormDialog>
  )
}

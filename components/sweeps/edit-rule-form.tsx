'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { useChain } from '@/components/chains/use-chains'
import { FormDialog } from '@/components/form/form-dialog'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { SweepRuleView } from '@/schemas/sweeps/contract'
import { scheduleOf, type TermValues, termsFormOf } from './rule-form'
import { TermFields } from './term-fields'

/** Used while the asset is not loaded: no asset has more decimals, and the server checks against its own. */
const MAX_DECIMALS = 36

type EditRuleFormProps = DialogState & { projectId: string; rule: SweepRuleView }

/** Changes the minimum, the remaining amount and the trigger of a rule. */
export function EditRuleForm({ projectId, rule, open, onOpenChange }: EditRuleFormProps) {
  const { id: ruleId, threshold, keep, schedule, symbol, tokenAddress, chainId } = rule
  const trpc = useTRPC()
  const client = useQueryClient()
  const chain = useChain(projectId, chainId)
  const token = chain?.tokens.find(({ address }) => address === tokenAddress)
  const decimals = (tokenAddress === undefined ? chain?.nativeDecimals : token?.decimals) ?? MAX_DECIMALS
  const { control, handleSubmit } = useForm<TermValues>({
    resolver: zodResolver(termsFormOf(decimals)),
    defaultValues: {
      ...{ threshold, keep, when: schedule ? 'daily' : 'arrival', at: schedule?.at ?? '22:00' },
      timeZone: schedule?.timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
  })
  const update = useServerMutation(trpc.sweeps.update, {
    onSuccess: async () => {
      await client.invalidateQueries(trpc.sweeps.pathFilter())
      onOpenChange(false)
      toast.success('Sweep rule changed')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Edit sweep rule"
      description="Sweeps in progress continue as they were accepted."
      submitLabel="Save"
      mutation={update}
      onSubmit={handleSubmit((values) =>
        update.mutate({
          ...{ projectId, ruleId, threshold: values.threshold, keep: values.keep },
          schedule: scheduleOf(values),
        }),
      )}
    >
      <TermFields control={control} unit={symbol} />
    </FormDialog>
  )
}

'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { FormField } from '@/components/form/form-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Checkbox } from '@/components/ui/checkbox'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { ChainDetail } from '@/schemas/chains/settings/contract'
import { ChainFactList } from './chain-fact-list'
import { SettingFields } from './setting-fields'
import { editForm, settingsNeedingApproval, settingValuesOf } from './setting-values'

/** The settings of a chain. What takes a second person is said before it is saved. */
export function EditChainForm({ chain, open, onOpenChange }: DialogState & { chain: ChainDetail }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { chainId } = chain
  const facts = useQuery(trpc.chains.readFacts.queryOptions({ chainId }, { retry: false }))
  const { control, handleSubmit } = useForm({
    resolver: zodResolver(editForm, undefined, { raw: true }),
    defaultValues: settingValuesOf(chain),
  })
  const typed = useWatch({ control })
  const waiting = settingsNeedingApproval(chain, { ...settingValuesOf(chain), ...typed })
  const update = useServerMutation(trpc.chains.update, {
    onSuccess: async ({ state }) => {
      await Promise.all([
        client.invalidateQueries(trpc.chains.pathFilter()),
        client.invalidateQueries(trpc.proposals.pathFilter()),
      ])
      onOpenChange(false)
      toast.success(
        state === 'done'
          ? 'Chain changed. It takes effect within seconds'
          : 'Proposed: a second operator has to approve it on the Proposals page',
      )
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      size="lg"
      title={`Edit ${chain.settings.name}`}
      description="Takes effect within seconds, without a restart. The audit log records the previous values."
      submitLabel={waiting.length > 0 ? 'Propose change' : 'Save chain'}
      onSubmit={handleSubmit(({ url: _url, code: _code, network: _network, nativeSymbol: _symbol, ...settings }) =>
        update.mutate({ chainId, ...settings }),
      )}
      mutation={update}
    >
      <SettingFields
        control={control}
        chainType={chain.chainType}
        facts={facts.data ?? null}
        finality={typed.finality ?? chain.settings.finality}
      />
      <FormField control={control} name="isActive" label="State" labelHidden>
        {({ value, onChange }) => (
          <Checkbox checked={value} onCheckedChange={onChange}>
            The chain serves requests. If this is off, accepted transactions wait.
          </Checkbox>
        )}
      </FormField>
      {waiting.length > 0 ? (
        <Alert tone="warning">{`A second operator has to approve these: ${waiting.join(', ')}. The other changes wait for them.`}</Alert>
      ) : null}
      {facts.data ? <ChainFactList facts={facts.data} /> : null}
      {facts.error ? <Alert tone="warning">{`The chain could not be read: ${facts.error.message}`}</Alert> : null}
    </FormDialog>
  )
}

'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { EndpointView } from '@/schemas/chains/contract'
import type { MutationOutcome } from '@/schemas/proposals/contract'
import { toAddressProblem } from './to-address-problem'

const ROLES = [
  { value: 'full', label: 'Reads and sends', hint: 'Serves reads and receives every transaction' },
  { value: 'send_only', label: 'Sends only', hint: 'Receives every transaction, serves no reads' },
] as const

const form = z.object({
  url: z.string().trim(),
  label: z.string().trim().min(1, 'Enter a name').max(60),
  role: z.enum(['full', 'send_only']),
  priority: z
    .string()
    .trim()
    .regex(/^(0|[1-9]\d{0,2}|1000)$/, 'Enter a whole number from 0 to 1000'),
})
const newForm = form.extend({ url: z.string().trim().min(1, 'Enter an address').max(2_048) })
type FormValues = z.output<typeof form>

type EndpointFormProps = DialogState & { chainId: number; endpoint: EndpointView | null }

/** A new endpoint, or changes to one. An address cannot be changed. */
export function EndpointForm({ chainId, endpoint, open, onOpenChange }: EndpointFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<FormValues>({
    resolver: zodResolver(endpoint ? form : newForm),
    defaultValues: {
      url: '',
      label: endpoint?.label ?? '',
      role: endpoint?.role ?? 'full',
      priority: String(endpoint?.priority ?? 0),
    },
  })
  const onSuccess = async ({ state }: MutationOutcome) => {
    await Promise.all([trpc.chains, trpc.proposals].map((of) => client.invalidateQueries(of.pathFilter())))
    onOpenChange(false)
    const done = endpoint ? 'Endpoint changed' : 'Endpoint added'
    toast.success(state === 'done' ? done : 'Proposed: a second operator has to approve it on the Proposals page')
  }
  const add = useServerMutation(trpc.chains.addEndpoint, { onSuccess })
  const update = useServerMutation(trpc.chains.updateEndpoint, { onSuccess })
  const mutation = endpoint ? update : add
  function save({ url, label, role, priority }: FormValues) {
    const terms = { label, role, priority: Number(priority) }
    if (endpoint) update.mutate({ ...terms, endpointId: endpoint.id })
    else add.mutate({ ...terms, chainId, url })
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={endpoint ? `Edit ${endpoint.label}` : 'Add an endpoint'}
      description={
        endpoint
          ? `${endpoint.maskedUrl}. To use another address, add a new endpoint.`
          : 'We check the chain of the endpoint before saving it. The address may contain a key, so it is never shown again. On a mainnet a second operator has to approve it before it is used.'
      }
      submitLabel={endpoint ? 'Save endpoint' : 'Add endpoint'}
      onSubmit={handleSubmit(save)}
      mutation={{ ...mutation, problem: mutation.problem && toAddressProblem(mutation.problem) }}
    >
      {endpoint ? null : (
        <TextField
          control={control}
          name="url"
          label="Address"
          placeholder="https://rpc.example.com/v2/…"
          hint="http or https, on a public host."
          autoComplete="off"
          mono
        />
      )}
      <TextField control={control} name="label" label="Name" maxLength={60} autoComplete="off" />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField control={control} name="role" label="Role" options={ROLES} />
        <TextField
          control={control}
          name="priority"
          label="Priority"
          inputMode="numeric"
          hint="The lowest number is used first."
        />
      </div>
    </FormDialog>
  )
}

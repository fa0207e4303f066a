'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { FormDialog } from '@/components/form/form-dialog'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { addAllowlistEntryBody, singleAddress } from '@/schemas/projects/contract'

const form = z.object({
  ipAddress: addAllowlistEntryBody.shape.ipAddress,
  label: z.string().trim().max(100, 'At most 100 characters'),
})

type AddAddressFormProps = DialogState & {
  projectId: string
  ownAddress: string | null
  /** The own address is on the list already. */
  isListed: boolean
  isFirst: boolean
}

/** The address and its label; the field holds the reader's own address until it is listed. */
export function AddAddressForm(props: AddAddressFormProps) {
  const { projectId, ownAddress, isListed, isFirst, open, onOpenChange } = props
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit, setValue } = useForm({
    resolver: zodResolver(form),
    defaultValues: { ipAddress: isListed ? '' : (ownAddress ?? ''), label: '' },
  })
  const typed = useWatch({ control, name: 'ipAddress' })
  const shutsOut = ownAddress !== null && !isListed && typed.trim() !== '' && !isSame(typed, ownAddress)
  const add = useServerMutation(trpc.projects.allowIpAddress, {
    onSuccess: async (entry) => {
      await client.invalidateQueries(trpc.projects.listAllowedIpAddresses.pathFilter())
      onOpenChange(false)
      toast.success(`${entry.ipAddress} added`)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add an address"
      description={
        isFirst
          ? 'This is the first address. Once you add it, calls from all other addresses are refused.'
          : 'Calls from this address are accepted within ten seconds.'
      }
      submitLabel="Add address"
      onSubmit={handleSubmit((values) => add.mutate({ projectId, ...values }))}
      mutation={add}
    >
      <TextField
        control={control}
        name="ipAddress"
        label="IP address"
        mono
        autoComplete="off"
        placeholder="203.0.113.7"
        hint={
          ownAddress ? (
            <>
              Your current address is {ownAddress}.{' '}
              <Button variant="link" onClick={() => setValue('ipAddress', ownAddress, { shouldValidate: true })}>
                Use this address
              </Button>
            </>
          ) : (
            'One IPv4 or IPv6 address, not a range.'
          )
        }
      />
      {shutsOut ? (
        <Alert tone="warning" title="This blocks your own calls">
          You are at <span className="font-mono">{ownAddress}</span>, which is not on the list. Once you add this
          address, calls from your current address are refused. Add your own address first.
        </Alert>
      ) : null}
      <TextField
        control={control}
        name="label"
        label="Label"
        optional
        maxLength={100}
        placeholder="Production server"
      />
    </FormDialog>
  )
}

function isSame(typed: string, ownAddress: string): boolean {
  const parsed = singleAddress.safeParse(typed)
  return parsed.success && parsed.data === ownAddress
}

'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useForm, useWatch } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type InvitePersonInput, invitePersonInput } from '@/schemas/people/contract'
import { isPlatformRole } from '@/schemas/people/words'
import { OneTimeLink } from './one-time-link'

const BUSINESS_OPTIONS = [
  { value: 'owner', label: 'Owner', hint: 'Can rotate keys and deactivate wallets' },
  { value: 'developer', label: 'Developer', hint: 'Can generate wallets and resend webhooks' },
  { value: 'viewer', label: 'Viewer', hint: 'Read-only access' },
] as const

const ALL_OPTIONS = [
  ...BUSINESS_OPTIONS,
  { value: 'support', label: 'Support', hint: 'Read-only access to all businesses' },
  { value: 'operator', label: 'Operator', hint: 'Full access to the platform' },
] as const

/** Invites a person. If no email is sent, shows the link once. */
export function InvitePersonForm({ businessId, open, onOpenChange }: DialogState & { businessId?: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const businesses = useQuery(trpc.businesses.list.queryOptions(undefined, { enabled: open && !businessId }))
  const { control, handleSubmit } = useForm<InvitePersonInput>({
    resolver: zodResolver(invitePersonInput),
    defaultValues: { name: '', email: '', role: 'developer', businessId },
  })
  const role = useWatch({ control, name: 'role' })
  const invite = useServerMutation(trpc.people.invite, {
    onSuccess: async ({ state, link }) => {
      onOpenChange(false)
      if (state === 'proposed') toast.success('A second operator has to approve this')
      else if (link === null) toast.success('Invitation emailed')
      await Promise.all([
        client.invalidateQueries(trpc.people.list.pathFilter()),
        client.invalidateQueries(trpc.team.listInvitationsOfAll.pathFilter()),
        client.invalidateQueries(trpc.businesses.pathFilter()),
      ])
    },
  })
  return (
    <>
      <FormDialog
        open={open}
        onOpenChange={onOpenChange}
        title="Invite a person"
        description={`They get a link to set a password, valid for seven days. ${businessId ? 'A second operator approves invitations into a business that has an owner.' : 'A second operator approves invitations of operators and support, and into a business that has an owner.'}`}
        submitLabel="Invite"
        onSubmit={handleSubmit((values) => invite.mutate(values))}
        mutation={invite}
      >
        <TextField control={control} name="name" label="Name" autoComplete="off" maxLength={100} />
        <TextField control={control} name="email" label="Email" type="email" autoComplete="off" />
        <SelectField control={control} name="role" label="Role" options={businessId ? BUSINESS_OPTIONS : ALL_OPTIONS} />
        {businessId || isPlatformRole(role) ? null : (
          <SelectField
            control={control}
            name="businessId"
            label="Business"
            placeholder={businesses.isPending ? 'Loading…' : 'Choose a business'}
            options={businesses.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
          />
        )}
      </FormDialog>
      <OneTimeLink
        link={invite.data?.link ?? null}
        title={`Invitation for ${invite.variables?.name ?? 'this person'}`}
        onDone={() => invite.reset()}
      />
    </>
  )
}

'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { TextField } from '@/components/form/text-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import { type InviteMemberInput, inviteMemberInput } from '@/schemas/team/contract'
import { ROLE_OPTIONS } from './role-options'

/** Invites a person to the business, in a role. */
export function InviteMemberForm({ projectId, open, onOpenChange }: DialogState & { projectId: string }) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<InviteMemberInput>({
    resolver: zodResolver(inviteMemberInput),
    defaultValues: { email: '', role: 'developer' },
  })
  const invite = useServerMutation(trpc.team.inviteMember, {
    onSuccess: async (_none, { email }) => {
      await client.invalidateQueries(trpc.team.pathFilter())
      onOpenChange(false)
      toast.success(`Invitation emailed to ${email}`)
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title="Invite a person"
      description="They get a link by email, valid for seven days. A former invitation to the same address stops working."
      submitLabel="Invite"
      onSubmit={handleSubmit((values) => invite.mutate({ projectId, ...values }))}
      mutation={invite}
    >
      <TextField control={control} name="email" label="Email" type="email" autoComplete="off" />
      <SelectField control={control} name="role" label="Role" options={ROLE_OPTIONS} />
    </FormDialog>
  )
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormDialog } from '@/components/form/form-dialog'
import { SelectField } from '@/components/form/select-field'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { toast } from '@/components/ui/toast'
import type { DialogState } from '@/components/ui/use-lazy-dialog'
import type { BusinessRole } from '@/schemas/people/words'
import type { MemberView } from '@/schemas/team/contract'
import { ROLE_OPTIONS } from './role-options'

type ChangeRoleFormProps = { projectId: string; member: MemberView } & DialogState

/** Changes the role of a member. */
export function ChangeRoleForm({ projectId, member, open, onOpenChange }: ChangeRoleFormProps) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const { control, handleSubmit } = useForm<{ role: BusinessRole }>({ defaultValues: { role: member.role } })
  const change = useServerMutation(trpc.team.changeRole, {
    onSuccess: async () => {
      // The reader's own role decides what every page offers.
      await client.invalidateQueries(member.isSelf ? undefined : trpc.team.pathFilter())
      onOpenChange(false)
      toast.success('Role changed')
    },
  })
  return (
    <FormDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Change the role of ${member.name}`}
      description="It applies from their next request. Invitations they sent are withdrawn when they stop being an owner."
      submitLabel="Change role"
      onSubmit={handleSubmit(({ role }) => change.mutate({ projectId, userId: member.userId, role }))}
      mutation={change}
    >
      <SelectField control={control} name="role" label="Role" options={ROLE_OPTIONS} />
    </FormDialog>
  )
}

'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Crown, Ellipsis, Smartphone, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { DropdownMenu } from '@/components/ui/dropdown-menu'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { MemberView } from '@/schemas/team/contract'

type Action = 'transfer' | 'factor' | 'remove'

const roleForm = lazyPart(() => import('./change-role-form'))

type MemberActionsProps = {
  projectId: string
  member: MemberView
  /** The reason why nothing can be changed; removing stays possible while the business is suspended. */
  shortfall: string | null
  removeShortfall: string | null
}

/** The actions of an owner on one member. */
export function MemberActions({ projectId, member, shortfall, removeShortfall }: MemberActionsProps) {
  const [openDialog, setOpenDialog] = useState<Action | null>(null)
  const { userId, name, isSelf } = member
  const { remove, transfer, resetFactor } = useMemberMutations(member, () => setOpenDialog(null))
  const role = useLazyDialog(roleForm, ({ ChangeRoleForm }, state) => (
    <ChangeRoleForm projectId={projectId} member={member} {...state} />
  ))
  const close = (open: boolean) => !open && setOpenDialog(null)
  return (
    <>
      <DropdownMenu
        align="end"
        trigger={
          <Button variant="ghost" size="icon-sm" aria-label={`Actions for ${name}`} disabledReason={removeShortfall}>
            <Ellipsis aria-hidden />
          </Button>
        }
        items={itemsOf(member, { shortfall, onRole: () => void role.show(), onAsk: setOpenDialog })}
      />
      {role.dialog}
      <ConfirmDialog
        open={openDialog === 'transfer'}
        onOpenChange={close}
        title={`Transfer your ownership to ${name}?`}
        description="They become an owner and you become a developer, immediately. Only an owner can undo it."
        confirmLabel="Transfer ownership"
        mutation={transfer}
        onConfirm={() => transfer.mutate({ projectId, userId })}
      />
      <ConfirmDialog
        open={openDialog === 'factor'}
        onOpenChange={close}
        title={`Reset the second factor of ${name}?`}
        description="For a lost phone. Make sure that they asked for it: afterwards their password is enough to sign in. They are signed out everywhere and notified by email."
        confirmLabel="Reset second factor"
        mutation={resetFactor}
        onConfirm={() => resetFactor.mutate({ projectId, userId })}
      />
      <ConfirmDialog
        open={openDialog === 'remove'}
        onOpenChange={close}
        title={isSelf ? 'Leave this business?' : `Remove ${name} from the business?`}
        description={
          isSelf
            ? 'You lose access to all its projects immediately. An owner can invite you again.'
            : 'They lose access to all projects immediately. API keys keep working: rotate those they know.'
        }
        confirmLabel={isSelf ? 'Leave' : 'Remove'}
        mutation={remove}
        onConfirm={() => remove.mutate({ projectId, userId })}
      />
    </>
  )
}

/** The changes of a member. `onDone` closes the dialog that confirmed one. */
function useMemberMutations({ name, isSelf }: MemberView, onDone: () => void) {
  const trpc = useTRPC()
  const client = useQueryClient()
  const remove = useServerMutation(trpc.team.removeMember, {
    onSuccess: async () => {
      onDone()
      if (isSelf) return window.location.replace('/')
      await client.invalidateQueries(trpc.team.pathFilter())
      toast.success(`${name} removed`)
    },
  })
  const transfer = useServerMutation(trpc.team.transferOwnership, {
    onSuccess: async () => {
      onDone()
      await client.invalidateQueries()
      toast.success(`${name} is the owner now`)
    },
  })
  const resetFactor = useServerMutation(trpc.team.resetFactor, {
    onSuccess: () => {
      onDone()
      toast.success(`The second factor of ${name} is reset`)
    },
  })
  return { remove, transfer, resetFactor }
}

type Menu = { shortfall: string | null; onRole: () => void; onAsk: (action: Action) => void }

/** The items of the menu. Only removing is possible while nothing else can be changed. */
function itemsOf({ isSelf, role }: MemberView, { shortfall, onRole, onAsk }: Menu) {
  const canChange = shortfall === null
  return [
    ...(canChange ? [{ key: 'role', label: 'Change role', icon: <UserCog aria-hidden />, onSelect: onRole }] : []),
    ...(canChange && !isSelf && role !== 'owner'
      ? [
          {
            key: 'transfer',
            label: 'Transfer ownership',
            icon: <Crown aria-hidden />,
            onSelect: () => onAsk('transfer'),
          },
        ]
      : []),
    ...(canChange && !isSelf
      ? [
          {
            key: 'factor',
            label: 'Reset second factor',
            icon: <Smartphone aria-hidden />,
            onSelect: () => onAsk('factor'),
          },
        ]
      : []),
    {
      key: 'remove',
      label: isSelf ? 'Leave the business' : 'Remove',
      icon: <UserMinus aria-hidden />,
      danger: true,
      onSelect: () => onAsk('remove'),
    },
  ]
}

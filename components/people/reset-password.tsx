'use client'

import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { PersonView } from '@/schemas/people/contract'
import { OneTimeLink } from './one-time-link'

/** Asks for confirmation, then sends the person a link to set a new password. Open while `person` is not null. */
export function ResetPassword({ person, onClose }: { person: PersonView | null; onClose: () => void }) {
  const trpc = useTRPC()
  const reset = useServerMutation(trpc.people.sendPasswordReset, {
    onSuccess: ({ state, link }) => {
      if (link !== null) return
      toast.success(state === 'proposed' ? 'A second operator has to approve this' : 'Link mailed')
      close()
    },
  })
  function close() {
    onClose()
    reset.reset()
  }
  const link = reset.data?.link ?? null
  return (
    <>
      <ConfirmDialog
        open={person !== null && link === null}
        onOpenChange={(open) => !open && close()}
        title={`Reset the password of ${person?.name ?? 'this person'}?`}
        description={
          person?.platformRole
            ? 'A second operator has to approve this. Then they are signed out everywhere and get a link to set a new password.'
            : 'They are signed out everywhere immediately and get a link to set a new password, valid for one hour.'
        }
        confirmLabel="Reset password"
        mutation={reset}
        onConfirm={() => person && reset.mutate({ personId: person.id })}
      />
      <OneTimeLink link={link} title={`Link for ${person?.name ?? 'this person'}`} onDone={close} />
    </>
  )
}

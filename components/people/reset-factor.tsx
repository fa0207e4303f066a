'use client'

import { useServerMutation } from '@/components/form/use-server-mutation'
import { useTRPC } from '@/components/trpc'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { toast } from '@/components/ui/toast'
import type { PersonView } from '@/schemas/people/contract'

/** Resets the second factor of a person who lost their device; null while it is closed. */
export function ResetFactor({ person, onClose }: { person: PersonView | null; onClose: () => void }) {
  const trpc = useTRPC()
  const name = person?.name ?? 'this person'
  const reset = useServerMutation(trpc.people.resetFactor, {
    onSuccess: ({ state }) => {
      onClose()
      toast.success(
        state === 'done' ? `The second factor of ${name} is reset` : 'A second operator has to approve this',
      )
    },
  })
  return (
    <ConfirmDialog
      open={person !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Reset the second factor of ${name}?`}
      description="For a lost phone. Make sure that they asked for it: afterwards their password is enough to sign in. They are signed out everywhere and notified by email. For operators and support, a second operator has to approve it."
      confirmLabel="Reset second factor"
      mutation={reset}
      onConfirm={() => person && reset.mutate({ personId: person.id })}
    />
  )
}

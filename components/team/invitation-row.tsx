import type { ReactNode } from 'react'
import { Badge } from '@/components/ui/badge'
import { EmailAddress } from '@/components/ui/email-address'
import type { OpenInvitationView } from '@/schemas/team/contract'

type InvitationRowProps = Pick<OpenInvitationView, 'email' | 'role'> & {
  /** The person who sent the invitation, and its expiry. */
  facts: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** An open invitation in a list. */
export function InvitationRow({ email, role, facts, children }: InvitationRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <p className="flex flex-wrap items-center gap-2">
          <EmailAddress value={email} className="font-medium" />
          <Badge tone={role === 'owner' ? 'accent' : 'neutral'} className="capitalize">
            {role}
          </Badge>
        </p>
        <p className="break-words text-[0.8125rem] text-muted-foreground">{facts}</p>
      </div>
      <div className="flex gap-2">{children}</div>
    </li>
  )
}

import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmailAddress } from '@/components/ui/email-address'
import { Time } from '@/components/ui/time'
import type { OpenInvitationView } from '@/schemas/team/contract'

type OpenInvitationProps = {
  invitation: OpenInvitationView
  isSending: boolean
  disabledReason: string | null
  onSend: () => void
  onRevoke: () => void
}

/** One invitation that waits to be accepted, and what an operator may do with it. */
export function OpenInvitation({ invitation, isSending, disabledReason, onSend, onRevoke }: OpenInvitationProps) {
  const { email, name, role, business, invitedBy, createdAt, expiresAt } = invitation
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-4">
      <div className="min-w-0 flex-1 basis-full sm:basis-0">
        <p className="flex flex-wrap items-center gap-2">
          <EmailAddress value={email} className="font-medium" />
          <Badge tone={role === 'owner' ? 'accent' : 'neutral'} className="capitalize">
            {role}
          </Badge>
        </p>
        <p className="break-words text-[0.8125rem] text-muted-foreground">
          {[name, business?.name].filter(Boolean).join(', ')} {name || business ? '· ' : null}Invited by {invitedBy}{' '}
          <Time value={createdAt} />, valid until <Time value={expiresAt} />
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          aria-label={`Send the invitation to ${email} again`}
          pending={isSending}
          disabledReason={disabledReason}
          onClick={onSend}
        >
          Send again
        </Button>
        <Button
          size="sm"
          variant="danger-ghost"
          aria-label={`Revoke the invitation to ${email}`}
          disabledReason={disabledReason}
          onClick={onRevoke}
        >
          Revoke
        </Button>
      </div>
    </li>
  )
}

import { Badge } from '@/components/ui/badge'
import { Time } from '@/components/ui/time'
import type { DeliveryAttemptView } from '@/schemas/webhooks/contract'
import { KEY_LABELS } from './message-displays'

/** The attempts to deliver a message, newest first, with the responses. */
export function DeliveryAttempts({ attempts }: { attempts: readonly DeliveryAttemptView[] }) {
  if (attempts.length === 0) return <p className="px-5 py-4 text-muted-foreground">No attempt has been made yet.</p>
  return (
    <ol className="divide-y">
      {attempts.map((attempt) => (
        <li key={attempt.id} className="space-y-2 px-5 py-4">
          <div className="flex flex-wrap items-center gap-2">
            <span className="font-medium">Attempt {attempt.number}</span>
            <Badge tone={attempt.error === null ? 'success' : 'danger'}>{attempt.httpStatus ?? 'No response'}</Badge>
            {attempt.isResend ? <Badge tone="accent">Resend</Badge> : null}
            <Badge>{KEY_LABELS[attempt.signedWith]}</Badge>
            <span className="tabular text-[0.8125rem] text-muted-foreground">
              {attempt.latencyMs} ms · <Time value={attempt.createdAt} />
            </span>
          </div>
          {attempt.error ? <p className="break-words text-danger-foreground">{attempt.error}</p> : null}
          {attempt.responseExcerpt ? (
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a long answer scrolls, and a keyboard must be able to scroll it.
              tabIndex={0}
              className="max-h-40 overflow-auto whitespace-pre-wrap break-words rounded-md border bg-sunken p-3 font-mono text-[0.8125rem]"
            >
              {attempt.responseExcerpt}
            </pre>
          ) : null}
        </li>
      ))}
    </ol>
  )
}

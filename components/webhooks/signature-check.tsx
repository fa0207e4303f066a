'use client'

import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleX, Info } from 'lucide-react'
import type { ReactNode } from 'react'
import { docsPaths } from '@/components/docs-paths'
import { TextLink } from '@/components/layout/text-link'
import { QueryContent } from '@/components/query-content'
import { useTRPC } from '@/components/trpc'
import { Badge } from '@/components/ui/badge'
import { Card } from '@/components/ui/card'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import type { DeliveryAttemptView } from '@/schemas/webhooks/contract'
import type { SignatureCheck as Check, SignatureVerdict } from '@/schemas/webhooks/signature-check'
import { headerLines } from './header-lines'

type SignatureCheckProps = {
  projectId: string
  messageId: string
  attempt: DeliveryAttemptView
  body: string
}

const TITLE = 'Signature check'

/** The steps by which a destination verifies an attempt, with its values. */
export function SignatureCheck({ projectId, messageId, attempt, body }: SignatureCheckProps) {
  const trpc = useTRPC()
  const query = useQuery(trpc.webhooks.checkSignature.queryOptions({ projectId, messageId, attempt: attempt.number }))
  const loading = (
    <Card title={TITLE}>
      <Skeleton className="h-40" />
    </Card>
  )
  return (
    <QueryContent query={query} loading={loading}>
      {(check) => <CheckedSignature check={check} attempt={attempt} body={body} />}
    </QueryContent>
  )
}

const VERDICTS = {
  valid: { tone: 'success', label: 'Valid' },
  key_replaced: { tone: 'warning', label: 'Secret rotated since' },
  key_not_kept: { tone: 'neutral', label: 'Secret not kept' },
} as const satisfies Record<SignatureVerdict, { tone: string; label: string }>

const KEYS = {
  request: 'the webhookSecret of the request, as raw bytes',
  project: 'the webhook secret of the project, base64-decoded after whsec_',
  endpoint: 'the signing secret of the webhook endpoint, base64-decoded after whsec_',
  subscription: 'the signing secret of the event subscription, as raw bytes',
} satisfies Record<Check['signedWith'], string>

type CheckedProps = { check: Check; attempt: DeliveryAttemptView; body: string }

function CheckedSignature({ check, attempt, body }: CheckedProps) {
  const { scheme, sentAt, signedWith, timestamp, contentStart, signatures, verdict } = check
  const isStandard = scheme === 'standard'
  const { tone, label } = VERDICTS[verdict]
  return (
    <Card
      title={TITLE}
      description="What your server does with the latest delivery, step by step."
      actions={<Badge tone={tone}>{label}</Badge>}
      flush
    >
      <ol className="divide-y">
        <Step number={1} title="Read the headers">
          <Value>{headerLines(attempt.requestHeaders)}</Value>
        </Step>
        <Step number={2} title="Check that the timestamp is at most five minutes old">
          <p>
            It was sent <Time value={sentAt} />, {lagText(sentAt, timestamp)}.
          </p>
        </Step>
        <Step
          number={3}
          title={isStandard ? 'Join id, timestamp and raw body with dots' : 'Join timestamp and raw body with a dot'}
        >
          <Value>{contentStart + body}</Value>
        </Step>
        <Step number={4} title="Compute the HMAC-SHA256 of it, and encode it">
          <p>
            The key is {KEYS[signedWith]}. Write the result as {isStandard ? 'base64 after “v1,”' : 'hex after “v1=”'}.
          </p>
        </Step>
        <Step number={5} title="Compare with each signature in constant time">
          <ul className="space-y-1">
            {signatures.map(({ value, matches }) => (
              <li key={value} className="flex items-start gap-2">
                <Match verdict={verdict} matches={matches} />
                <code className="min-w-0 break-all font-mono text-[0.8125rem]">{value}</code>
              </li>
            ))}
          </ul>
          {verdict === 'key_replaced' ? (
            <p>The secret was rotated after this attempt. Resend to sign it again.</p>
          ) : null}
          {verdict === 'key_not_kept' ? (
            <p>The secret came with the request and is held in memory only, so it cannot be compared here.</p>
          ) : null}
        </Step>
      </ol>
      <p className="border-t px-5 py-3 text-[0.8125rem]">
        <TextLink href={docsPaths.docsGuide('webhooks')}>Code for this in four languages</TextLink>
      </p>
    </Card>
  )
}

function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-3 px-5 py-3.5">
      <span
        aria-hidden
        className="tabular flex size-6 shrink-0 items-center justify-center rounded-full bg-muted font-semibold text-xs"
      >
        {number}
      </span>
      <div className="min-w-0 flex-1 space-y-1.5">
        <p className="font-medium leading-6">{title}</p>
        {children}
      </div>
    </li>
  )
}

function Value({ children }: { children: string }) {
  return (
    <pre
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a long body scrolls, and a keyboard must be able to scroll it.
      tabIndex={0}
      className="max-h-40 overflow-auto whitespace-pre-wrap break-all rounded-md border bg-sunken px-3 py-2 font-mono text-[0.8125rem]"
    >
      {children}
    </pre>
  )
}

function Match({ verdict, matches }: { verdict: SignatureVerdict; matches: boolean }) {
  if (verdict === 'key_not_kept') return <Info aria-label="Not compared:" className="mt-0.5 size-4 shrink-0" />
  return matches ? (
    <CircleCheck aria-label="Matches:" className="mt-0.5 size-4 shrink-0 text-success-foreground" />
  ) : (
    <CircleX aria-label="Does not match:" className="mt-0.5 size-4 shrink-0 text-danger-foreground" />
  )
}

/** The time between the signed timestamp and the end of the attempt. */
function lagText(sentAt: string, timestamp: number): string {
  const seconds = Math.max(0, Math.round(new Date(sentAt).getTime() / 1_000 - timestamp))
  return seconds < 1 ? 'within a second of its timestamp' : `${seconds} s after its timestamp`
}
